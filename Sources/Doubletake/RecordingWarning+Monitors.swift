import DoubletakeCapture
import DoubletakeMedia

extension RecordingWarning {
    /// The recorded monitor is gone, or no monitor shows the recorded part of the screen.
    init(unplugged device: CaptureDevice) {
        self.init(
            code: "monitor_unplugged",
            subject: device.name,
            message: device.kind == .monitor
                ? "it is off or unplugged; the film shows its last picture until it is back"
                : "no monitor shows what is recorded; the film shows its last picture until one does",
            help: "Connect the monitor again, or turn it on; no other one is recorded in its place."
        )
    }

    /// The recorded monitor is there again.
    init(monitorBack device: CaptureDevice) {
        self.init(
            code: "monitor_back",
            subject: device.name,
            message: "it is back, and the film goes on with it",
            help: "Go on; nothing has to be done."
        )
    }
}
