import Doubletake
import DoubletakeControl
import DoubletakeMedia

/// What the armed line says: what will start and stop the recording, and what will be recorded.
struct ReadyText {
    /// How presses can come.
    let armed: ArmedRecording
    /// The keys that were taken.
    let keys: [KeyAction: KeyDescription]
    /// Whether the terminal's keys are listened to.
    let terminal: RecordOptions.Terminal
    /// Where the film will be.
    let file: String
    /// When it starts by itself; nil when it doesn't.
    var startTime: String?
    /// Which film of how many comes next; nil where there is only one.
    var take: String?
    /// How much of the time before a press saves; nil where it starts a film.
    var replay: Duration?

    /// The line, with meters where levels are known.
    func line(levels: [SoundLevel]?) -> String {
        let picture = "\(armed.picture.kind.words) \(armed.picture.name)"
        let others = armed.pictures.filter { $0 != armed.picture }.map { "\($0.kind.words) \($0.name)" }
        let sounds = armed.sounds.map { device in
            "\(device.kind == .microphone ? "mic" : "apps") \(device.name)"
                + (levels?.first { $0.device == device }.map { " \(Self.meter($0))" } ?? "")
        }
        let parts =
            ["Ready: \(gestures)"] + (take.map { [$0] } ?? []) + [
                "\(picture) \(armed.displaySize) \(armed.frameRate) fps"
            ] + (armed.picture.kind == .camera ? [] : others) + sounds + [file]
        return parts.joined(separator: " | ")
    }

    private var gestures: String {
        var gestures = KeyAction.named.compactMap { action in
            keys[action].map { "\($0) \(Self.words(action))" }
        }
        if let press = keys[.press]?.description ?? (terminal == .present ? "Space" : nil) {
            let words = replay.map { "\(press) saves the last \(RecordingText.time($0))" }
            gestures.insert(words ?? "\(press) starts, \(press) \(press) stops", at: 0)
        }
        if !keys.keys.contains(where: \.canStart), terminal == .absent, startTime == nil {
            gestures.insert(replay == nil ? "`doubletake start` starts" : "`doubletake save-replay` saves", at: 0)
        }
        if let startTime { gestures.insert("starts by itself at \(startTime)", at: 0) }
        if terminal == .present { gestures.append("q leaves") }
        return gestures.joined(separator: ", ")
    }

    private static func words(_ action: KeyAction) -> String {
        switch action {
        case .press, .start: "starts"
        case .stop: "stops"
        case .toggle: "starts and stops"
        case .pause: "pauses"
        case .mark: "marks"
        case .swap: "swaps the pictures"
        case .mute: "mutes"
        case .camera: "turns the cameras off and on"
        case .discard: "throws away"
        }
    }

    /// Four cells for 60 dB below full scale.
    static func meter(_ sound: SoundLevel) -> String {
        if sound.volume.isMuted { return "[mute]" }
        let decibels = sound.level?.peakDecibels ?? -.infinity
        let cells = decibels.isFinite ? min(max(Int((decibels + 60) / 15) + 1, 0), 4) : 0
        return "[" + String(repeating: "#", count: cells) + String(repeating: "-", count: 4 - cells) + "]"
    }
}
