package import DoubletakeCapture
import DoubletakeComposition
import DoubletakeWriting

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

    /// Creates a warning.
    package init(code: String, subject: String, message: String, help: String) {
        self.code = code
        self.subject = subject
        self.message = message
        self.help = help
    }
}

extension RecordingWarning {
    /// Sound that is wanted by default has no source, for a reason if there is one to tell.
    init(missing kind: CaptureDevice.Kind, because error: CaptureError?) {
        code = kind == .microphone ? "no_microphone" : "no_application_audio"
        subject = kind.words
        message =
            if let error {
                "the film is recorded without it: \(error.subject): \(error.reason)"
            } else {
                "none was found; the film is recorded without it"
            }
        let option = kind == .microphone ? "--mic" : "--app-audio"
        help = error?.help ?? "Connect one, or name one with \(option)."
    }

    /// A key that should start and stop can't be listened to; everything else that does still works.
    package init(key: String, because error: CaptureError) {
        self.init(
            code: "key_unavailable",
            subject: key,
            message: "it can't be listened to: \(error.reason)",
            help: error.help
        )
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

    /// A graphics card was wanted, and none could be opened.
    init(_ substitution: EncoderSubstitution) {
        code = "encoder_substituted"
        subject = substitution.used
        let reasons = substitution.tried.map { "\($0.name): \($0.reason)" }
        message =
            reasons.isEmpty
            ? "it is used, since no graphics card is known that makes this codec"
            : "it is used, since no graphics card can be: \(reasons.joined(separator: "; "))"
        help = "Check the graphics card's driver, or leave --encoder out."
    }
}
