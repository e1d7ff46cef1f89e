/// When a recording begins.
enum RecordingStart: String {
    /// At a press.
    case key
    /// As soon as the devices are open.
    case now
}
