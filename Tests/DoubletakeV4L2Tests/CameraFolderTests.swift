import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraFolderTests {
    @Test("A camera is called by its serial number, or else by its place, and the order is that of the places")
    func identities() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 4, bus: "usb-2"),
            CameraRig.Camera("back", number: 0, serial: "A1", bus: "usb-3"),
            CameraRig.Camera("third", number: 2, bus: "usb-1")
        )
        #expect(scene.backend.devices(of: .camera).map(\.id) == ["usb-1", "usb-2", "usb-rig_A1"])
        #expect(scene.backend.devices(of: .monitor) == [])
        #expect(scene.backend.devices(of: .camera).map(\.name) == ["Rig third", "Rig front", "Rig back"])
    }

    @Test("Of two cameras that are alike neither is called by a name that both may have")
    func alike() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, card: "Webcam", serial: "same", bus: "usb-1"),
            CameraRig.Camera("back", number: 2, card: "Webcam", bus: "usb-2")
        )
        #expect(scene.backend.devices(of: .camera).map(\.id) == ["usb-1", "usb-2"])
        #expect(throws: CaptureError.ambiguous(name: "Webcam", kind: .camera, matches: ["usb-1", "usb-2"])) {
            try scene.backend.device(named: "Webcam", kind: .camera)
        }
    }

    @Test("A camera is found by id, name, path, as front and as back")
    func names() throws {
        let scene = try CameraScene(
            CameraRig.Camera("one", number: 0, bus: "usb-1"),
            CameraRig.Camera("two", number: 1, bus: "usb-2", facing: "front"),
            CameraRig.Camera("three", number: 2, bus: "usb-3", facing: "back")
        )
        let rows = [
            ("usb-1", "usb-1"), ("Rig two", "usb-2"), ("\(scene.rig.folder)/video2", "usb-3"), ("front", "usb-2"),
            ("back", "usb-3"),
        ]
        for (name, id) in rows { #expect(try scene.backend.device(named: name, kind: .camera)?.id == id) }
        #expect(scene.backend.defaultDevice(of: .camera)?.id == "usb-2")
        #expect(try scene.backend.device(named: "side", kind: .camera) == nil)
        // Where no camera says where it is, they are taken in the order of their places.
        try scene.rig.tell("two unplug")
        try scene.rig.tell("three unplug")
        #expect(try scene.backend.device(named: "front", kind: .camera)?.id == "usb-1")
        #expect(try scene.backend.device(named: "back", kind: .camera) == nil)
    }

    @Test("A camera in another folder is found by its path, and by nothing else")
    func otherFolder() throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["YUYV:320x240@30"]))
        let backend = V4L2Backend(folder: "/nonexistent")
        #expect(backend.devices(of: .camera) == [])
        let path = "\(scene.rig.folder)/video0"
        let device = try #require(try backend.device(named: path, kind: .camera))
        #expect(device.id == path && device.name == "Rig front")
        let source = try backend.openVideo(
            device, VideoSourceConfiguration(frameRate: FrameRate(30)), clock: MonotonicClock())
        #expect(source.displaySize == PixelSize(width: 320, height: 240))
        #expect(try backend.device(named: "\(scene.rig.folder)/control", kind: .camera) == nil)
    }

    @Test("A camera says what it can do")
    func formats() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", facing: "front", formats: ["MJPG:1280x720@30+15", "YUYV:640x480@30"]))
        let camera = try #require(try scene.backend.cameras().first)
        #expect(camera.formats.map(\.description) == ["1280x720@30:mjpeg", "1280x720@15:mjpeg", "640x480@30:yuyv"])
        #expect(camera.position == .front && camera.bus == "usb-rig-0" && camera.authorization == .authorized)
        #expect(camera.path == "\(scene.rig.folder)/video0")
    }

    @Test("A part of a camera can't be recorded as a part of a screen can, and there is no sound")
    func refusals() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        let device = try #require(scene.backend.devices(of: .camera).first)
        let configuration = VideoSourceConfiguration(
            frameRate: FrameRate(30), region: PixelRect(x: 0, y: 0, width: 10, height: 10))
        #expect(throws: CaptureError.self) {
            try scene.backend.openVideo(device, configuration, clock: scene.clock)
        }
        #expect(throws: CaptureError.self) { try scene.backend.openAudio(device, clock: scene.clock) }
        let other = CaptureDevice(id: "gone", name: "gone", kind: .camera)
        #expect(throws: CaptureError.noSuchDevice(name: "gone", kind: .camera, available: [device.id])) {
            try scene.backend.openVideo(
                other, VideoSourceConfiguration(frameRate: FrameRate(30)), clock: scene.clock)
        }
    }
}
