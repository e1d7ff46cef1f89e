import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

extension RecordSession.Input {
    /// What a person does with the preview's window, as what it means for a recording.
    init?(_ event: PreviewEvent) {
        switch event {
        case .tap(let time): self = .press(PressEvent(time: time, source: .previewTap))
        case .pressed(.record, let time): self = .key(.start, time)
        case .pressed(.stop, let time): self = .key(.stop, time)
        case .pressed(.pause, let time): self = .key(.pause, time)
        case .pressed(.mute, let time): self = .key(.mute, time)
        case .pressed(.swap, _): self = .arrange(.swap)
        case .pressed(.cameras, _): self = .arrange(.camera(.toggled, name: nil))
        case .pressed, .menuOpened, .chosen, .focus, .moved: self = .preview(event)
        case .closed: self = .leave
        // What is recorded is the window, whose own loss is told of by its source.
        case .lost: return nil
        }
    }
}

extension PreviewStatus {
    /// How many seconds a warning stays to be read while a film goes on.
    private static let warningTime = 10

    /// Takes what has happened into what the preview tells.
    mutating func take(_ event: RecordingEvent) {
        switch event {
        case .armed(let armed):
            // How loud they are is told a moment later.
            if sounds.isEmpty { sounds = armed.sounds.map { Sound(kind: .init($0.kind)) } }
            // Where the last film is stays to be read.
            if phase != .done { say("Ready") }
            (phase, elapsed) = (.ready, .zero)
        case .started:
            phase = .recording
            say("Recording")
        case .status(let status):
            elapsed = status.elapsed
            ageWarning()
        case .levels(let levels): sounds = levels.map { Sound($0) }
        case .sound(let settings):
            for setting in settings { take(setting) }
        case .paused(let pause):
            (phase, elapsed) = (.paused, pause.elapsed)
            say("Paused")
        case .resumed:
            phase = .recording
            say("Recording")
        case .cancelled:
            (phase, elapsed) = (.ready, .zero)
            say("Ready")
        case .finished(let finished):
            (phase, elapsed, hasFilm) = (.done, finished.duration, true)
            say("Saved to \(finished.file)")
        case .failed(let error):
            phase = .done
            say("\(error.subject): \(error.reason)", .warning)
        case .warning(let warning): say("\(warning.subject): \(warning.message)", .warning)
        case .marker, .arranged, .split, .part: break
        }
    }

    /// Says something else from now on.
    mutating func say(_ words: String, _ weight: Weight = .ordinary) {
        (text, self.weight, age) = (words, weight, 0)
    }

    private mutating func ageWarning() {
        age += 1
        if weight == .warning, age > Self.warningTime { say(phase == .paused ? "Paused" : "Recording") }
    }

    /// Shows at once what the levels will tell a moment later.
    private mutating func take(_ setting: SoundSetting) {
        let kind = Sound.Kind(setting.device.kind)
        guard let index = sounds.firstIndex(where: { $0.kind == kind }) else { return }
        sounds[index] = Sound(
            kind: kind,
            gain: setting.volume.gain,
            isMuted: setting.volume.isMuted,
            level: sounds[index].level
        )
    }
}

extension PreviewStatus.Sound.Kind {
    /// The kind of a device's sound.
    fileprivate init(_ kind: CaptureDevice.Kind) {
        self = kind == .microphone ? .microphone : .applications
    }
}

extension PreviewStatus.Sound {
    /// A source as its newest level tells of it.
    fileprivate init(_ level: SoundLevel) {
        self.init(
            kind: level.type == .audioMic ? .microphone : .applications,
            gain: level.volume.gain,
            isMuted: level.volume.isMuted,
            level: level.level ?? .silence
        )
    }
}
