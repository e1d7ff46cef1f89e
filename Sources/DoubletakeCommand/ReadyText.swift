import Doubletake
import DoubletakeControl
import DoubletakeMedia

/// What the armed line says: what will start and stop the recording, and what will be recorded.
struct ReadyText {
    /// How presses can come.
    let armed: ArmedRecording
    /// The key that was taken; nil when none was.
    let key: KeyDescription?
    /// Whether the terminal's keys are listened to.
    let terminal: RecordOptions.Terminal
    /// Where the film will be.
    let file: String

    /// The line, with meters where levels are known.
    func line(levels: [SoundLevel]?) -> String {
        let picture = "\(armed.picture.kind.words) \(armed.picture.name)"
        let sounds = armed.sounds.map { device in
            "\(device.kind == .microphone ? "mic" : "apps") \(device.name)"
                + (levels?.first { $0.device == device }.map { " \(Self.meter($0.level))" } ?? "")
        }
        let parts = ["Ready: \(gestures)", "\(picture) \(armed.displaySize) \(armed.frameRate) fps"] + sounds + [file]
        return parts.joined(separator: " | ")
    }

    private var gestures: String {
        let leaving = terminal == .present ? ", q leaves" : ""
        let press = key.map(\.description) ?? "Space"
        return "\(press) starts, \(press) \(press) stops\(leaving)"
    }

    /// Four cells for 60 dB below full scale.
    static func meter(_ level: AudioLevel?) -> String {
        let decibels = level?.peakDecibels ?? -.infinity
        let cells = decibels.isFinite ? min(max(Int((decibels + 60) / 15) + 1, 0), 4) : 0
        return "[" + String(repeating: "#", count: cells) + String(repeating: "-", count: 4 - cells) + "]"
    }
}
