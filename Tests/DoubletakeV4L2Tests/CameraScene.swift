import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

/// A rig, and the backend that finds its cameras.
struct CameraScene {
    let rig: CameraRig
    let backend: V4L2Backend
    let clock = MonotonicClock()

    init(_ cameras: CameraRig.Camera..., busBudget: Int = 0) throws {
        rig = try CameraRig(cameras, busBudget: busBudget)
        backend = V4L2Backend(folder: rig.folder)
    }

    /// Opens a camera by a name.
    func open(
        _ name: String = "front",
        format: String = "640x480",
        rate: Int = 30,
        controls: [ControlSetting] = []
    ) throws -> CameraSource {
        let device = try #require(try backend.device(named: name, kind: .camera), "there is no \(name)")
        let request = try #require(CameraFormatRequest(format))
        let source = try backend.openVideo(
            device,
            VideoSourceConfiguration(
                frameRate: FrameRate(rate),
                camera: CameraSettings(format: request, controls: controls)
            ),
            clock: clock
        )
        return try #require(source as? CameraSource)
    }

    /// Opens a camera, lets it deliver until `body` is done, and stops it.
    func watch(
        _ name: String = "front",
        format: String = "640x480",
        rate: Int = 30,
        _ body: (CameraWatcher) throws -> Void
    ) throws {
        let source = try open(name, format: format, rate: rate)
        let watcher = CameraWatcher()
        try source.start(watcher.output)
        defer { source.stop() }
        try body(watcher)
    }
}

/// What a test without a rig is skipped for.
let needsFUSE: Comment = "needs /dev/fuse"
