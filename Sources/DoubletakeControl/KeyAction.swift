/// What a global key does.
public enum KeyAction: String, CaseIterable, Hashable, Sendable {
    /// It is a press, of which one starts and two stop; `TakeControl` says what it means.
    case press
    /// It starts what is armed.
    case start
    /// It stops what is recorded.
    case stop
    /// It starts what is armed, and stops what is recorded.
    case toggle
    /// It pauses what is recorded, and goes on with what is paused.
    case pause
    /// It marks what is recorded.
    case mark
    /// It exchanges the first two pictures.
    case swap
    /// It mutes the microphones, or the applications where none is recorded, and lets them be heard again.
    case mute
    /// It shows the cameras' pictures, or no more.
    case camera
    /// It throws away what is recorded.
    case discard

    /// Whether something can begin with it.
    public var canStart: Bool {
        switch self {
        case .press, .start, .toggle: true
        case .stop, .pause, .mark, .swap, .mute, .camera, .discard: false
        }
    }

    /// The actions that a key is given by name.
    public static let named: [KeyAction] = allCases.filter { $0 != .press }
}
