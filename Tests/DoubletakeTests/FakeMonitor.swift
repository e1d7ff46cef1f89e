import DoubletakeCapture
import DoubletakeMedia

/// A monitor that shows what a test lets it show, or nothing at all, and that can be lost.
final class FakeMonitor: VideoSource, CaptureBackend {
    let device = CaptureDevice(id: "DP-1", name: "Left", kind: .monitor)
    let format = PixelFormat.i420
    let displaySize = PixelSize(width: 64, height: 32)
    let color = ColorDescription.bt709Limited
    private let output = ConditionLock<VideoSourceOutput?>(nil)
    private let stopCount = ConditionLock(0)

    var isStopped: Bool {
        stopCount.withLock { $0 > 0 }
    }

    /// Shows its first picture, black.
    func show(at time: MediaTime) {
        let picture = PixelBuffer(format: format, displaySize: displaySize, color: color)
        output.withLock { $0 }?.deliver(
            VideoFrame(pixelBuffer: picture, time: time, sequenceNumber: 0, damage: .everything)
        )
    }

    /// Is lost, as a screen whose server dies.
    func lose() {
        output.withLock { $0 }?.report(.failed(device: device, error: Self.loss))
    }

    static let loss = CaptureError.unavailable(device: "DP-1", reason: "it is gone", help: "Connect it again.")

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        self.output.withLock { $0 = output }
    }

    func stop() {
        stopCount.withLock { $0 += 1 }
    }

    func devices(of kind: CaptureDevice.Kind) -> [CaptureDevice] {
        kind == .monitor ? [device] : []
    }

    func defaultDevice(of kind: CaptureDevice.Kind) -> CaptureDevice? {
        devices(of: kind).first
    }

    func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        self
    }

    func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }
}
