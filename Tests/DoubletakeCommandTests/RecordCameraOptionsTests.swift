import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

@Suite struct RecordCameraOptionsTests {
    private func configuration(_ arguments: String...) throws -> RecordingConfiguration {
        try RecordOptions(arguments).configuration
    }

    @Test("Without a word there is no camera; the cameras alone are the front and the back one")
    func defaults() throws {
        #expect(try configuration().cameras.isEmpty)
        let alone = try configuration("--cameras-only")
        #expect(alone.picture == .cameras && alone.cameras == [CameraSelection("front"), CameraSelection("back")])
        #expect(alone.layout == nil && alone.gravity == nil && alone.cameraLabels == .named)
    }

    @Test("A camera has a name and what is said of it")
    func camera() throws {
        let cameras = try configuration(
            "--camera", "/dev/video2", "-c", "front,label=Anna,mirror=yes,rotate=90,crop=640x480+10+20,shape=round"
        ).cameras
        #expect(cameras.first == CameraSelection("/dev/video2"))
        let style = try #require(cameras.last).style
        #expect(style.label == "Anna" && style.mirroring == .horizontal && style.rotation == .right)
        #expect(style.crop == PixelRect(x: 10, y: 20, width: 640, height: 480))
        #expect(style.outline == .round && style.borderWidth > 0)
    }

    @Test("A layout is chosen by its name, and a small picture's corner and size by themselves")
    func layout() throws {
        #expect(try configuration("-c", "test:ball", "--layout", "presenter").layout?.name == "presenter")
        #expect(try configuration("-c", "test:ball", "--pip", "top-left,30").layout?.name == "pip")
        let options = try RecordOptions(["-c", "test:ball", "--layout", "grid", "-c", "test:ball"])
        #expect(options.layout(named: "pip")?.name == "pip" && options.layout(named: "heap") == nil)
        #expect(try configuration("-c", "test:ball", "--gravity", "stretch").gravity == .stretch)
        #expect(try configuration("-c", "test:ball", "--labels").cameraLabels == .all)
        #expect(try configuration("-c", "test:ball", "--no-labels").cameraLabels == .none)
    }

    @Test("What cameras deliver and what their controls are set to is said for all of them, or of one what it delivers")
    func settings() throws {
        let settings = try configuration(
            "-c", "front", "--camera-format", "640x480@15:yuyv", "--camera-control", "focus_auto=off",
            "--camera-control",
            "focus_absolute=20"
        ).cameraSettings
        let size = PixelSize(width: 640, height: 480)
        #expect(settings.format == CameraFormatRequest(size: size, rate: FrameRate(15), codec: .yuyv))
        #expect(settings.controls.map(\.name) == ["focus_auto", "focus_absolute"])
        #expect(settings.controls.map(\.value) == ["off", "20"])
        #expect(try configuration().cameraSettings == CameraSettings())
        for words in [["--camera-format", "huge"], ["--camera-control", "gain"]] {
            #expect(throws: UsageError.self) { try RecordOptions(["-c", "front"] + words) }
        }
        let own = try configuration("-c", "front,format=1280x720@30:mjpeg", "-c", "back", "--camera-files")
        let mjpeg = CameraFormatRequest(size: PixelSize(width: 1280, height: 720), rate: FrameRate(30), codec: .mjpeg)
        #expect(own.cameras.map(\.format) == [mjpeg, nil] && own.cameraFiles == .each)
        #expect(try configuration("-c", "front").cameraFiles == .none)
        #expect(throws: UsageError.needsCamera("--camera-format")) {
            try RecordOptions(["--camera-format", "high"])
        }
    }

    @Test("The front camera is the one that is called so, else the first; what a camera says itself counts")
    func mirroring() throws {
        func mirrored(_ arguments: String...) throws -> [Bool] {
            try RecordOptions(arguments).configuration.cameras.map { $0.style.mirroring == .horizontal }
        }
        #expect(try mirrored("-c", "a", "-c", "front", "--mirror", "front") == [false, true])
        #expect(try mirrored("-c", "a", "-c", "b", "--mirror", "front") == [true, false])
        #expect(try mirrored("-c", "a,mirror=no", "-c", "b", "--mirror", "all") == [false, true])
        #expect(try mirrored("-c", "a", "-c", "b,mirror=yes") == [false, true])
    }

    private static let expectedCamera =
        "it must be a camera, then label=TEXT, mirror=yes|no, rotate=90|180|270, crop=WxH+X+Y, "
        + "shape=rect|rounded|round or format=FORMAT"

    @Test(
        "What is none is refused with what there is",
        arguments: [
            (["--camera", ",label=a"], expectedCamera), (["--camera", "a,label"], expectedCamera),
            (["--camera", "a,label="], expectedCamera), (["--camera", "a,rotate=45"], expectedCamera),
            (["--camera", "a,format=huge"], expectedCamera), (["--camera-files"], "no camera is recorded"),
            (["--camera-files", "-c", "a", "--preroll", "3"], "they can't be used together"),
            (["--camera", "a,mirror=on"], expectedCamera), (["--camera", "a,colour=red"], expectedCamera),
            (["--layout", "heap"], "it must be single, stack, side-by-side, pip, grid, presenter, split"),
            (
                ["--pip", "middle"],
                "it must be top-left, top-right, bottom-left, bottom-right, and a percentage from 5 to 50"
            ),
            (
                ["--pip", "top-left,90"],
                "it must be top-left, top-right, bottom-left, bottom-right, and a percentage from 5 to 50"
            ),
            (["--mirror", "back"], "it must be none, front or all"),
            (["--gravity", "down"], "it must be fit, fill or stretch"),
            (["--layout", "stack"], "no camera is recorded"),
            (["--pip", "top-left"], "no camera is recorded"),
            (["--layout", "grid", "--pip", "top-left", "-c", "a"], "they can't be used together"),
            (["--cameras-only", "--screen"], "they can't be used together"),
        ]
    )
    func refused(arguments: [String], reason: String) {
        let error = #expect(throws: UsageError.self) { try RecordOptions(arguments) }
        #expect(error?.reason == reason)
    }
}
