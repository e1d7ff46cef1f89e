public import DoubletakeMedia

/// Tells presses of keys from the bounces of their contacts, each key for itself.
///
/// It is a value without threads. What the key `press` does is for `TakeControl`, which knows of bounces itself.
public struct KeyBounces: Sendable {
    /// The first and the last contact of each key's last press.
    private var contacts: [KeyAction: ClosedRange<MediaTime>] = [:]

    /// Creates it; nothing was pressed.
    public init() {}

    /// Whether a contact is a press of its own: none of the same key is nearer than `TakeControl.bounceTime`.
    public mutating func isPress(_ action: KeyAction, at time: MediaTime) -> Bool {
        guard let last = contacts[action], time > last.lowerBound - TakeControl.bounceTime,
            time < last.upperBound + TakeControl.bounceTime
        else {
            contacts[action] = time...time
            return true
        }
        contacts[action] = min(last.lowerBound, time)...max(last.upperBound, time)
        return false
    }
}
