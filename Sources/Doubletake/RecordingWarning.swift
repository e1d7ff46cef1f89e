package import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
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

    /// A marker that was wanted is not in the film.
    package init(noMarkerBecause error: any ExplainedError) {
        self.init(
            code: "no_marker",
            subject: "marker",
            message: "it is not in the film: \(error.reason)",
            help: error.help
        )
    }

    /// The sound server is gone, and all sound with it.
    init(lostServer error: CaptureError) {
        code = "server_lost"
        subject = "sound server"
        message = "the film is silent until it is back: \(error.reason)"
        help = "Start PulseAudio or PipeWire again; the recording goes on and takes its sound by itself."
    }

    /// The sound server is there again, and all sound with it.
    static var serverBack: RecordingWarning {
        RecordingWarning(
            code: "server_back",
            subject: "sound server",
            message: "it is back, and the film has sound again",
            help: "Look for the silence in the film if it matters."
        )
    }

    /// A device of sound is gone, and waited for.
    init(interrupted device: CaptureDevice, because error: CaptureError) {
        code = "device_lost"
        subject = device.name
        message = "its track is silent until it is back: \(error.reason)"
        help = "Connect it again; the recording goes on and takes its sound by itself."
    }

    /// A device of sound is there again.
    init(back device: CaptureDevice) {
        code = "device_back"
        subject = device.name
        message = "it is back, and its track has sound again"
        help = "Look for the silence in the film if it matters."
    }

    /// What a source records is another device from now on.
    init(moved device: CaptureDevice, to name: String, because cause: DeviceMove) {
        let option = device.kind == .microphone ? "--mic" : "--app-audio"
        switch cause {
        case .defaultChanged:
            code = "default_moved"
            subject = device.name
            message = "\(name) is the default now, and recorded from here on"
            help = "Name a device with \(option) to stay with it."
        case .byMixer:
            code = "sound_moved"
            subject = device.name
            message = "its recording was moved to \(name) in a mixer"
            help = "Move it back there, or name a device with \(option) to stay with it."
        case .focusChanged:
            code = "window_followed"
            subject = name
            message = "it has the focus now, and the film goes on with it"
            help = "Name a window with --window to stay with it."
        case .pointerMoved:
            code = "monitor_followed"
            subject = name
            message = "it has the pointer now, and the film goes on with it"
            help = "Name a monitor with --monitor to stay with it."
        }
    }

    /// The default microphone is a headset that plays music.
    init(passedOver device: CaptureDevice, for name: String) {
        code = "headset_passed_over"
        subject = device.name
        message = "to record it would turn its music to the quality of a call; \(name) is recorded instead"
        help = "Name it with --mic \(device.id) to record it all the same."
    }

    /// Somebody has made a device quiet.
    init(attenuated device: CaptureDevice, _ attenuation: Attenuation) {
        subject = device.name
        switch attenuation {
        case .muted:
            code = "sound_muted"
            message = "it is muted in the mixer, and may be silent in the film"
            help = "Unmute it in the mixer."
        case .volume(let percent):
            code = "low_volume"
            message = "its volume is \(percent) % in the mixer, and it may be hardly heard in the film"
            help = "Turn it up in the mixer."
        }
    }

    /// Nothing of the applications plays that are recorded.
    init(nothingPlays device: CaptureDevice, others: [String]) {
        code = "nothing_plays"
        subject = device.name
        message = "nothing of it plays now; its sound is recorded as soon as it does"
        help =
            others.isEmpty
            ? "Let it play; no other application does now."
            : "Check the name; what plays now: \(others.map { "app:\($0)" }.joined(separator: ", "))."
    }

    /// Something happened to a sound track; nil for what nobody has to know.
    init?(_ event: SoundStage.Event, device: CaptureDevice) {
        subject = device.name
        switch event {
        case .track(.resumed): return nil
        case .track(.starved):
            code = "audio_waiting"
            message = "no sound comes from it; the film is silent until it does"
            help = "Check that it is connected and that something plays."
        case .rate(.otherRate(let rate)):
            code = "other_sample_rate"
            message = "it delivers \(rate) samples a second and says something else; they are converted"
            help = "Set the device to \(rate) Hz."
        case .rate(.failed(let error)):
            code = "drift_uncorrected"
            message = "its clock can't be followed: \(error.reason)"
            help = "Use another device if its sound comes too early or too late."
        case .watch(.onlyZeros):
            code = "only_zeros"
            message = "nothing but silence has come from it for \(SoundWatch.tellingSeconds) s"
            help =
                device.kind == .microphone
                ? "Check its switch and its volume, or name another one with --mic."
                : "Let something play, or name what plays with --app-audio; `doubletake devices audio` lists it."
        case .watch(.clipping):
            code = "sound_clipped"
            message = "it is too loud, and its peaks are cut off"
            help =
                device.kind == .microphone
                ? "Turn it down in the mixer, or speak from further away."
                : "Turn the applications down in the mixer."
        case .largeDrift(let drift):
            code = "clock_drift"
            let percent = (abs(drift) / 100).rounded() / 100
            message = "its clock is \(drift > 0 ? "slow" : "fast") by \(percent) %; its sound is brought into step"
            help = "Use another device if its sound is out of tune."
        }
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

extension RecordingWarning {
    /// The disk will soon have no more room than must stay free.
    init(lowDisk path: String, availableByteCount: Int64, leaving floor: Int64) {
        code = "disk_low"
        subject = path
        message =
            "\(availableByteCount / 1_000_000) MB are left on its disk; the film is ended at \(floor / 1_000_000) MB"
        help = "Free some space on that disk."
    }

    /// How much room the disk has can't be found out.
    init(unknownSpace path: String, because error: SystemCallError) {
        code = "disk_unknown"
        subject = path
        message = "how much room its disk has can't be found out: \(error.call): \(error.reason)"
        help = "Look at that disk; the film goes on until it can't be written."
    }

    /// The film's folder was removed while it was recorded.
    init(lostFolder folder: String, film: String) {
        code = "folder_removed"
        subject = folder
        message = "it was removed while the film was recorded; the film was copied to \(film)"
        help = "Find the film at \(film)."
    }

    /// A film that should go on in the next part can't yet.
    init(noNextPart path: String, because error: any ExplainedError) {
        code = "split_failed"
        subject = path
        message = "the next part can't be made, so this one goes on: \(error.reason)"
        help = error.help
    }

    /// A part of a film ended before the next one had begun.
    init(cutPart path: String, because error: any ExplainedError) {
        code = "part_cut"
        subject = path
        message = "it can't grow further (\(error.reason)); the film goes on in the next part, and a moment is missing"
        help = "Choose a smaller size with --split."
    }
}
