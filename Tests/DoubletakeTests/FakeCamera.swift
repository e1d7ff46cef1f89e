import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels

/// A camera that delivers when a test lets it, and can be lost and come back.
final class FakeCamera: VideoSource {
    let device: CaptureDevice
    let format = PixelFormat.i420
    let displaySize = PixelSize(width: 64, height: 32)
    let color = ColorDescription.bt709Limited
    private let luma: UInt8
    private let output = ConditionLock<VideoSourceOutput?>(nil)
    private let count = ConditionLock<UInt64>(0)

    /// Creates a camera whose pictures are grey.
    init(_ id: String, grey: UInt8 = 128, kind: CaptureDevice.Kind = .camera) {
        device = CaptureDevice(id: id, name: "Camera \(id)", kind: kind)
        luma = grey
    }

    static let loss = CaptureError.unavailable(device: "a", reason: "it is gone", help: "Connect it again.")

    /// Whether it was started and not stopped.
    var isStarted: Bool {
        output.withLock { $0 != nil }
    }

    /// Delivers its next picture, wholly changed.
    func deliver(at time: MediaTime) {
        let picture = PixelBuffer(format: format, displaySize: displaySize, color: color)
        picture.fill(PixelRect(displaySize), with: YUVColor(red: luma, green: luma, blue: luma))
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        output.withLock { $0 }?.deliver(
            VideoFrame(pixelBuffer: picture, time: time, sequenceNumber: number, damage: .everything)
        )
    }

    /// Something happens to it.
    func report(_ event: CaptureEvent) {
        output.withLock { $0 }?.report(event)
    }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        self.output.withLock { $0 = output }
    }

    func stop() {
        output.withLock { $0 = nil }
    }
}
