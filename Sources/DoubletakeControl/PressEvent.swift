public import DoubletakeMedia

/// Somebody pressed: the key, a button of the terminal, the picture in the preview, or from another program.
///
/// All of them mean the same; what one press and two presses do is for `TakeControl` to say.
public struct PressEvent: Hashable, Sendable {
    /// Where a press came from.
    public enum Source: Hashable, Sendable {
        /// The global key.
        case key
        /// Space or Enter on the terminal that the recorder was started on.
        case terminal
        /// A tap on the preview's picture.
        case previewTap
        /// Another program, by the control socket.
        case remote

        /// How long after it such a press may be heard of.
        ///
        /// A tap comes from the window's own thread at once, and a person looks at the window for the answer: what is said
        /// of it comes when the double-press time is over.
        var lateness: Duration {
            switch self {
            case .previewTap: .zero
            case .key, .terminal, .remote: TakeControl.latenessAllowance
            }
        }
    }

    /// When it was pressed: the event's own time, never when we heard of it.
    public let time: MediaTime
    /// Where it came from.
    public let source: Source

    /// Creates the event.
    public init(time: MediaTime, source: Source) {
        self.time = time
        self.source = source
    }
}
