import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraControlTests {
    private func control(_ name: String, in scene: CameraScene) throws -> CameraControl {
        let camera = try #require(try scene.backend.cameras().first)
        return try #require(camera.controls.first { $0.name == name }, "there is no \(name)")
    }

    private func set(_ text: String, in scene: CameraScene) throws -> CameraControl {
        let device = try #require(scene.backend.devices(of: .camera).first)
        return try scene.backend.set(try #require(ControlSetting(text)), of: device)
    }

    @Test("The controls of a camera are found with their kinds, ranges, choices and values")
    func found() throws {
        let scene = try CameraScene(CameraRig.Camera("front", facing: "front"))
        let camera = try #require(try scene.backend.cameras().first)
        #expect(
            camera.controls.map(\.name) == [
                "white_balance_automatic", "gain", "power_line_frequency", "white_balance_temperature",
                "auto_exposure", "exposure_time_absolute", "exposure_dynamic_framerate", "focus_absolute",
                "focus_automatic_continuous", "zoom_absolute", "led_mode",
            ])
        #expect(try control("gain", in: scene).kind == .integer(0...255, step: 1))
        #expect(try control("gain", in: scene).value == 64 && control("gain", in: scene).access == .settable)
        #expect(try control("focus_absolute", in: scene).access == .inactive)
        #expect(try control("focus_automatic_continuous", in: scene).valueInWords == "on")
        #expect(try control("power_line_frequency", in: scene).valuesInWords == "disabled, 50_hz, 60_hz")
        #expect(try control("auto_exposure", in: scene).valueInWords == "aperture_priority_mode")
        // The choice in the middle isn't there.
        #expect(try control("led_mode", in: scene).valuesInWords == "off, torch")
    }

    @Test(
        "A control is set by a number, a word or a choice, and brought into its range and onto its steps",
        arguments: [
            ("gain=12", "12"), ("gain=999", "255"), ("gain=-5", "0"), ("Zoom Absolute=333", "333"),
            ("focus_absolute=123", "120"), ("white_balance_automatic=off", "off"), ("led_mode=torch", "torch"),
            ("power_line_frequency=60_hz", "60_hz"), ("power_line_frequency=60 Hz", "60_hz"),
            ("power_line_frequency=0", "disabled"),
        ]
    )
    func set(setting: String, value: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        #expect(try set(setting, in: scene).valueInWords == value)
    }

    @Test("A camera with a region of interest has a point for its exposure, which moves along each axis by itself")
    func exposurePoint() throws {
        let scene = try CameraScene(CameraRig.Camera("front", exposure: .region))
        #expect(try control("exposure_point_x", in: scene).valuesInWords == "0 to 100")
        #expect(try control("exposure_point_y", in: scene).value == 50)
        #expect(try set("exposure_point_x=75", in: scene).value == 75)
        #expect(try set("exposure_point_y=40", in: scene).value == 40)
        #expect(try control("exposure_point_x", in: scene).value == 75)
        // The region stays within the picture, so its middle does, too.
        #expect(try set("exposure_point_x=999", in: scene).value == 87)
        #expect(try set("exposure_point_y=-3", in: scene).value == 12)
        #expect(throws: CaptureError.self) { try set("exposure_point_x=left", in: scene) }
        let plain = try CameraScene(CameraRig.Camera("back"))
        #expect(throws: CaptureError.self) { try set("exposure_point_x=50", in: plain) }
    }

    @Test("What can't be set is refused, with what can be")
    func refused() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        for setting in ["glow=1", "gain=much", "led_mode=flash", "led_mode=1", "white_balance_automatic=2"] {
            #expect(throws: CaptureError.self) { try set(setting, in: scene) }
        }
        #expect(
            throws: CaptureError.unavailable(
                device: "Rig front", reason: "led_mode can't be flash", help: "Choose off, torch.")
        ) { try set("led_mode=flash", in: scene) }
    }

    @Test("Controls are set when a camera is opened, in their order, also when it comes back")
    func opened() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        let controls = ["focus_automatic_continuous=off", "focus_absolute=50"].compactMap { ControlSetting($0) }
        let source = try scene.open(controls: controls)
        let watcher = CameraWatcher()
        try source.start(watcher.output)
        defer { source.stop() }
        #expect(try control("focus_absolute", in: scene).value == 50)
        #expect(try control("focus_absolute", in: scene).access == .settable)
        _ = try set("focus_absolute=10", in: scene)
        try #require(watcher.awaitFrames(3))
        try scene.rig.tell("front unplug")
        try scene.rig.tell("front plug 1")
        _ = watcher.awaitEvents(2)
        #expect(try control("focus_absolute", in: scene).value == 50)
    }

    @Test("A camera isn't opened with a control that it doesn't have")
    func missing() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        #expect(throws: CaptureError.self) {
            try scene.open(controls: [ControlSetting(name: "glow", value: "1")])
        }
        try scene.watch { watcher in try #require(watcher.awaitFrames(3)) }
    }
}
