import Doubletake
import DoubletakeMedia

/// What the status line says while a film is recorded.
enum RecordingText {
    /// State, time, size, rate, losses and meters.
    static func line(_ status: RecordingStatus, _ started: StartedRecording) -> String {
        let statistics = status.statistics
        let rate = Double(statistics.frames) / max(status.elapsed.inSeconds, 1)
        var parts = [
            "\(status.state == .paused ? "Paused" : "Recording") \(time(status.elapsed))",
            bytes(status.byteCount),
            "\((rate * 10).rounded() / 10) fps",
            "\(statistics.framesDropped) dropped",
        ]
        for sound in status.levels {
            parts.append("\(sound.device.kind == .microphone ? "mic" : "apps") \(ReadyText.meter(sound))")
        }
        return parts.joined(separator: " | ")
    }

    /// A number as people write it: without decimals where there are none.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }

    /// `MM:SS`, from one hour `H:MM:SS`.
    static func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
        let tail = "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
        return hours > 0 ? "\(hours):\(tail)" : tail
    }

    /// `1.4 MB`, in units of 1000.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(count) B" : "\((value * 10).rounded() / 10) \(units[unit])"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension RecordingEnd {
    /// Why a film ended by itself, as a sentence; nil when it was told to end.
    var words: String? {
        switch self {
        case .requested: nil
        case .windowClosed: "It ended because its window was closed."
        case .maximumSize: "It ended because it may not be larger."
        case .lowDisk: "It ended because its disk is nearly full."
        case .largestFile: "It ended because its file can't grow any further there."
        }
    }
}
