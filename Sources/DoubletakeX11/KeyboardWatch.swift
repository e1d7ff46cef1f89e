import DoubletakeMedia
import DoubletakeXCB

/// Hears what is typed, to be shown in the film.
///
/// It has a connection of its own, which the server tells nothing while a program has the keyboard to itself: of a
/// password that is typed into such a program nothing comes here at all. Its thread is the source's.
struct KeyboardWatch {
    /// The connection, whose events are to be handed in.
    let connection: X11Connection
    private let unshown: Set<String>
    private var map: X11KeyboardMap
    /// The modifiers that are on, and the layout.
    private var state: UInt16
    private var serverClock: X11ServerClock

    /// Begins to listen.
    ///
    /// - Parameter unshown: keys that aren't to be shown, as `KeyDescription` writes them.
    init(display: String, except unshown: Set<String>, clock: any MediaClock) throws(X11Error) {
        connection = try X11Connection(display: display, grabbedInput: .withheld)
        self.unshown = unshown
        serverClock = X11ServerClock(clock)
        // First the events and then what they tell of: a change in between is told of again.
        try connection.selectKeyboardChanges()
        try connection.selectModifierChanges()
        try connection.selectRawEvents(.keys)
        map = try connection.keyboardMap()
        state = try connection.modifiers()
    }

    /// The key that an event says was pressed, if that is to be shown, and when.
    mutating func key(pressedBy event: X11Event) throws(X11Error) -> (key: TypedKey, time: MediaTime)? {
        switch event {
        case .rawKey(let key) where key.direction == .down:
            guard let typed = TypedKey(key.keycode, state: state, on: map, except: unshown) else { return nil }
            return (typed, try serverClock.instant(of: key.time, connection))
        case .modifiersChanged(let now): state = now
        case .keyboardMappingChanged: map = try connection.keyboardMap()
        default: break
        }
        return nil
    }

    /// Whether a window, or one in it, gets what is typed.
    func goes(to window: X11ID) throws(X11Error) -> Bool {
        guard let focus = try connection.inputFocus(), let top = try connection.topLevel(of: focus) else {
            return false
        }
        return try connection.topLevel(of: window) == top
    }
}
