import DoubletakeControl
import DoubletakeMedia
import DoubletakeXCB

/// What the thread of a `HotKeyListener` does.
///
/// It is opened on one thread and then belongs to another.
struct HotKeyWatch: Sendable {
    /// How long a server may take to have the keys back.
    ///
    /// With less a busy one would be left before others can have them; with more a server that hangs would hold up the
    /// end of a recording.
    static let patience = Duration.seconds(2)

    private let connection: X11Connection
    private let clock: any MediaClock
    private var grabs: HotKeyGrabs
    private var held = HeldKeys()
    private var serverClock: X11ServerClock
    private var unavailable: Set<Int> = []
    /// The modifiers that are on, as the server has told of them until now; only raw events need them.
    private var modifiers: UInt16 = 0

    /// Takes the keys; all of them, or none.
    init(
        display: String?,
        keys: [KeyDescription],
        mode: KeyMode,
        clock: any MediaClock
    ) throws(HotKeyError) {
        self.clock = clock
        serverClock = X11ServerClock(clock)
        do throws(X11Error) {
            connection = try X11Connection(display: display)
            grabs = HotKeyGrabs(of: keys, mode: mode, on: connection)
            do throws(X11Error) {
                // Where the server can't, `HeldKeys` sees it by the times.
                _ = try connection.makeAutoRepeatDetectable()
                try connection.selectKeyboardChanges()
            } catch .missingExtension {
                // Such a server repeats in pairs, and tells of each change.
            }
            if mode == .raw {
                // First the events and then the state: a change in between is told of again.
                try connection.selectModifierChanges()
                try connection.selectRawEvents(.keys)
                modifiers = try connection.modifiers()
            }
        } catch {
            throw .server(error)
        }
        try takeAllKeys()
    }

    private mutating func takeAllKeys() throws(HotKeyError) {
        let failures: [Int: HotKeyError]
        do throws(X11Error) {
            failures = try grabs.update()
            if !failures.isEmpty { try grabs.release() }
        } catch {
            throw .server(error)
        }
        // Of several the one that was named first.
        if let first = failures.min(by: { $0.key < $1.key }) { throw first.value }
    }

    /// Listens until the wake-up is signalled, or the server is gone.
    mutating func run(until wakeUp: WakeUp, _ handler: (HotKeyEvent<Int>) -> Void) {
        X11Connection.blockBrokenPipeSignal()
        do throws(X11Error) {
            while case .event(let event) = try connection.waitForEvent(on: clock, or: wakeUp) {
                try handle(event, handler)
            }
            try grabs.release()
        } catch {
            // Whoever stops doesn't care any more.
            if !wakeUp.isSignalled { handler(.ended(.server(error))) }
        }
    }

    private mutating func handle(_ event: X11Event, _ handler: (HotKeyEvent<Int>) -> Void) throws(X11Error) {
        switch event {
        case .key(let key):
            let isPress = held.isPress(key.direction, of: key.keycode, at: key.time)
            guard isPress, let index = grabs.index(ofKey: key.keycode, modifiers: key.modifiers) else { return }
            let time = try serverClock.instant(of: key.time, connection)
            handler(.pressed(index, at: time))
        case .rawKey(let key):
            // All that is typed passes here, and is forgotten at once.
            guard grabs.isOnKey(key.keycode), !key.isRepeat else { return }
            let isPress = held.isPress(key.direction, of: key.keycode, at: key.time)
            guard isPress, let index = grabs.index(ofKey: key.keycode, modifiers: modifiers) else { return }
            let time = try serverClock.instant(of: key.time, connection)
            handler(.pressed(index, at: time))
        case .modifiersChanged(let now): modifiers = now
        case .keyboardMappingChanged:
            let failures = try grabs.update()
            for (index, error) in failures.sorted(by: { $0.key < $1.key }) where !unavailable.contains(index) {
                handler(.unavailable(index, error))
            }
            unavailable = Set(failures.keys)
        default: break
        }
    }

    /// Makes the thread that waits for the server's answer come back, from any thread.
    func hangUp() {
        connection.hangUp()
    }
}
