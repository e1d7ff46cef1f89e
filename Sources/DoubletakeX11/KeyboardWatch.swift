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
    /// The window right below the root in which the only one lies of which keys are shown.
    private var followed: X11ID?
    /// Whether that one, or one in it, gets what is typed.
    private var isFocused = false

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
    ///
    /// - Parameter window: the only window of which what is typed is shown; nil for all.
    mutating func key(
        pressedBy event: X11Event,
        in window: X11ID?
    ) throws(X11Error) -> (key: TypedKey, time: MediaTime)? {
        if let window { try follow(window) }
        switch event {
        case .focusEntered(let entered) where entered == followed: isFocused = true
        case .focusLeft(let left) where left == followed: isFocused = false
        case .rawKey(let key) where key.direction == .down && (window == nil || isFocused):
            guard let typed = TypedKey(key.keycode, state: state, on: map, except: unshown) else { return nil }
            return (typed, try serverClock.instant(of: key.time, connection))
        case .modifiersChanged(let now): state = now
        case .keyboardMappingChanged: map = try connection.keyboardMap()
        default: break
        }
        return nil
    }

    /// Has the server tell when the window that a window lies in gets what is typed: among the keys, so that none is taken
    /// for one of that window which was typed elsewhere, however late it is read.
    mutating func follow(_ window: X11ID) throws(X11Error) {
        let top = try connection.topLevel(of: window)
        if top == followed { return }
        followed = top
        isFocused = false
        guard let top else { return }
        do throws(X11Error) {
            try connection.watchFocus(of: top)
        } catch .requestFailed {
            // It has just been closed.
            return
        }
        guard let focus = try connection.inputFocus() else { return }
        isFocused = try connection.topLevel(of: focus) == top
    }
}
