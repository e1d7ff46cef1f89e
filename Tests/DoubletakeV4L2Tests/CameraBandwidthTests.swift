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
