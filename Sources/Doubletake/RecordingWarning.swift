import DoubletakeCapture
import DoubletakeComposition

/// Something worth knowing that doesn't end a recording.
public struct RecordingWarning: Hashable, Sendable {
    /// A word for programs: `no_microphone`.
    public let code: String
    /// What it is about.
    public let subject: String
    /// What happened.
    public let message: String
    /// What to do; it starts with a verb.
    public let help: String
}

extension RecordingWarning {
    /// Sound that is wanted by default has no source.
    init(missing kind: CaptureDevice.Kind) {
        code = kind == .microphone ? "no_microphone" : "no_application_audio"
        subject = kind.words
        message = "none was found; the film is recorded without it"
        help = "Name one, or start a sound server."
    }

    /// A device stopped delivering.
    init(lost device: CaptureDevice, because error: CaptureError) {
        code = "device_lost"
        subject = device.name
        message = "it stopped delivering: \(error.reason)"
        help = "Connect it again; until then the film shows its last picture, or is silent."
    }

    /// Something happened to a sound track; nil for what nobody has to know.
    init?(_ event: AudioTrack.Event, device: CaptureDevice) {
        guard case .starved = event else { return nil }
        code = "audio_waiting"
        subject = device.name
        message = "no sound comes from it; the film is silent until it does"
        help = "Check that it is connected and that something plays."
    }
}
