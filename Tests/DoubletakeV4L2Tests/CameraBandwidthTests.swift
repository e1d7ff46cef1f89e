import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraBandwidthTests {
    private static let formats = ["YUYV:640x480@30+15", "MJPG:640x480@30", "MJPG:320x240@30"]

    @Test("Where a bus has room for one raw picture the second camera sends JPEGs, and says so")
    func shared() throws {
        // One raw picture of 640x480 at 30 a second, and half of another.
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, formats: Self.formats),
            CameraRig.Camera("back", number: 2, formats: Self.formats),
            busBudget: 640 * 480 * 2 * 30 * 3 / 2
        )
        try scene.watch("front") { front in
            let source = try scene.open("back")
            #expect(source.cameraFormat.description == "640x480@30:mjpeg")
            let back = CameraWatcher()
            try source.start(back.output)
            defer { source.stop() }
            try #require(front.awaitFrames(10) && back.awaitFrames(10))
            #expect(front.events == [])
            #expect(back.events == ["no room for 640x480@30:yuyv: 640x480@30:mjpeg"])
        }
    }

    private static let bothFormats = ["YUYV:640x480@30", "MJPG:640x480@30+15"]

    private func openBoth(_ scene: CameraScene) throws -> [CameraSource] {
        let request = try #require(CameraFormatRequest("640x480"))
        let configuration = VideoSourceConfiguration(
            frameRate: FrameRate(30), camera: CameraSettings(format: request))
        let wanted = scene.backend.devices(of: .camera).map { (device: $0, configuration: configuration) }
        return try scene.backend.openCameras(wanted, clock: scene.clock).compactMap { $0 as? CameraSource }
    }

    @Test(
        "Two cameras that are opened together get formats that fit together: the first goes down for the second's sake",
        arguments: [
            // Raw pictures are reckoned with two bytes a pixel, JPEGs with half a byte.
            (5.0, ["640x480@30:yuyv", "640x480@30:yuyv"]), (3.0, ["640x480@30:yuyv", "640x480@30:mjpeg"]),
            (2.2, ["640x480@30:mjpeg", "640x480@30:mjpeg"]), (0.8, ["640x480@30:mjpeg", "640x480@15:mjpeg"]),
            (0.6, ["640x480@15:mjpeg", "640x480@15:mjpeg"]),
        ]
    )
    func together(bytesPerPixel: Double, formats: [String]) throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, formats: Self.bothFormats),
            CameraRig.Camera("back", number: 2, formats: Self.bothFormats),
            busBudget: Int(640 * 480 * 30 * bytesPerPixel)
        )
        let sources = try openBoth(scene)
        #expect(sources.map(\.cameraFormat.description) == formats)
        let watchers = sources.map { _ in CameraWatcher() }
        for (source, watcher) in zip(sources, watchers) { try source.start(watcher.output) }
        defer { for source in sources { source.stop() } }
        for (watcher, format) in zip(watchers, formats) {
            try #require(watcher.awaitFrames(3))
            let isLower = format != "640x480@30:yuyv"
            #expect(watcher.events == (isLower ? ["no room for 640x480@30:yuyv: \(format)"] : []))
        }
    }

    @Test("Where a bus has no room for two cameras, whatever they do, the refusal lists what was tried of both")
    func neither() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, formats: Self.bothFormats),
            CameraRig.Camera("back", number: 2, formats: Self.bothFormats),
            busBudget: 640 * 480 * 30 * 4 / 10
        )
        let tried = "640x480@30:yuyv, 640x480@30:mjpeg, 640x480@15:mjpeg"
        #expect(
            throws: CaptureError.unavailable(
                device: "Rig back",
                reason: "the USB bandwidth isn't enough; tried Rig front: \(tried); Rig back: \(tried)",
                help: "Connect it to another USB port, not through the same hub as the other camera."
            )
        ) { try openBoth(scene) }
        // Both were let go.
        try scene.watch { watcher in try #require(watcher.awaitFrames(3)) }
    }

    @Test("Where a bus has room for nothing the refusal says what was tried", arguments: ["ENOSPC", "ENOMEM"])
    func impossible(error: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: Self.formats))
        try scene.rig.tell("front stream-on \(error)")
        #expect(
            throws: CaptureError.unavailable(
                device: "Rig front",
                reason: "the USB bandwidth isn't enough; tried 640x480@30:yuyv, 640x480@30:mjpeg, 320x240@30:mjpeg",
                help: "Connect it to another USB port, not through the same hub as the other camera."
            )
        ) { try scene.open() }
        // What was tried was let go.
        try scene.rig.tell("front stream-on off")
        try scene.watch { watcher in try #require(watcher.awaitFrames(3)) }
    }

    @Test("Another failure is not taken for a full bus")
    func otherFailure() throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: Self.formats))
        try scene.rig.tell("front stream-on EIO")
        #expect(
            throws: CaptureError.unavailable(
                device: "Rig front",
                reason: "VIDIOC_STREAMON: Input/output error",
                help: "Pull it out and connect it again, or choose another camera."
            )
        ) { try scene.open() }
    }
}
