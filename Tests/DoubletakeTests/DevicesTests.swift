import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct DevicesTests {
    @Test("The cameras of all systems are described, and their controls set by any of their names")
    func cameras() throws {
        let rig = try CameraRig([CameraRig.Camera("front", serial: "A1", facing: "front")])
        let backends: [any CaptureBackend] = [SyntheticBackend(), V4L2Backend(folder: rig.folder)]
        #expect(try Devices.cameras(in: backends).map(\.device.id) == ["usb-rig_A1"])
        let setting = ControlSetting(name: "gain", value: "7")
        for name in ["usb-rig_A1", "front", "\(rig.folder)/video0", "Rig front"] {
            #expect(try Devices.set(setting, ofCamera: name, in: backends).value == 7)
        }
        #expect(
            throws: CaptureError.unavailable(
                device: "Colour bars",
                reason: "it has nothing that could be set",
                help: "Choose a real camera."
            )
        ) { try Devices.set(setting, ofCamera: "test:bars", in: backends) }
        #expect(throws: CaptureError.self) { try Devices.set(setting, ofCamera: "nobody", in: backends) }
    }
}
