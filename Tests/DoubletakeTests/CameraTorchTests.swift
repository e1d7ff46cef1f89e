import DoubletakeCapture
import Testing

@testable import Doubletake

@Suite struct CameraTorchTests {
    private func control(
        _ name: String,
        _ kind: CameraControl.Kind,
        value: Int = 0,
        access: CameraControl.Access = .settable
    ) -> CameraControl {
        CameraControl(name: name, kind: kind, value: value, defaultValue: 0, access: access)
    }

    private let modes = CameraControl.Kind.menu([.init(value: 0, name: "Off"), .init(value: 2, name: "Torch")])

    @Test("A switch or a menu that is called for a lamp is one, by its own choices")
    func found() throws {
        let menu = try #require(CameraTorch([control("gain", .switched), control("led_mode", modes, value: 2)]))
        #expect(menu.on == ControlSetting(name: "led_mode", value: "torch") && menu.isOn)
        #expect(menu.off == ControlSetting(name: "led_mode", value: "off"))
        let plain = try #require(CameraTorch([control("torch", .switched)]))
        #expect(plain.on == ControlSetting(name: "torch", value: "on") && !plain.isOn)
    }

    @Test("What can't be set, says only how bright it is, or can only flash is no lamp")
    func absent() {
        let flash = CameraControl.Kind.menu([.init(value: 0, name: "Off"), .init(value: 1, name: "Flash")])
        #expect(CameraTorch([control("led_mode", flash)]) == nil)
        #expect(CameraTorch([control("led_mode", modes, access: .readOnly)]) == nil)
        #expect(CameraTorch([control("torch_intensity", .integer(0...255, step: 1))]) == nil)
        #expect(CameraTorch([control("scheduled", .switched)]) == nil)
        #expect(CameraTorch([]) == nil)
    }
}
