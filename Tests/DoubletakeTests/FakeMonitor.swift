import DoubletakeCapture
import DoubletakeMedia
import Synchronization

/// A monitor that never shows anything, and knows whether it was stopped.
final class FakeMonitor: VideoSource, CaptureBackend {
    let device = CaptureDevice(id: "fake", name: "Fake monitor", kind: .monitor)
    let format = PixelFormat.i420
    let displaySize = PixelSize(width: 64, height: 48)
    let color = ColorDescription.bt709Limited
    private let stopCount = Atomic(0)

    /// Whether it was stopped.
    var isStopped: Bool {
        stopCount.load(ordering: .acquiring) > 0
    }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {}

    func stop() {
        stopCount.add(1, ordering: .releasing)
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
