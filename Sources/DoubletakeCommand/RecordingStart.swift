import DoubletakeMedia

/// When a recording begins.
enum RecordingStart: Hashable {
    /// At a press.
    case key
    /// As soon as the devices are open.
    case now
    /// So long after the devices are open, unless a press comes first.
    case after(Duration)

    /// Reads it as it is written: `key`, `now`, `after:1m30s`; nil for anything else.
    init?(text: String) {
        switch text {
        case "key": self = .key
        case "now": self = .now
        default:
            guard text.hasPrefix("after:"), let delay = Duration(text: String(text.dropFirst("after:".count))) else {
                return nil
            }
            self = .after(delay)
        }
    }
}
