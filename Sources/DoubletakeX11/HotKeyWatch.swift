import DoubletakeControl
import DoubletakeMedia
import DoubletakeXCB

/// What the thread of a `HotKeyListener` does.
///
/// It is opened on one thread and then belongs to another.
struct HotKeyWatch: Sendable {
    private let connection: X11Connection
    private let clock: any MediaClock
    private var grabs: HotKeyGrabs
    private var held = HeldKeys()
    private var serverClock = DeviceClock(ticksPerSecond: 1_000, counterBits: 32)
    private var unavailable: Set<Int> = []

    /// Takes the keys; all of them, or none.
    init(display: String?, keys: [KeyDescription], clock: any MediaClock) throws(HotKeyError) {
        self.clock = clock
        do throws(X11Error) {
            connection = try X11Connection(display: display)
            grabs = HotKeyGrabs(of: keys, on: connection)
            do throws(X11Error) {
                // Where the server can't, `HeldKeys` sees it by the times.
                _ = try connection.makeAutoRepeatDetectable()
                try connection.selectKeyboardChanges()
            } catch .missingExtension {
                // Such a server repeats in pairs, and tells of each change.
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
        do throws(X11Error) {
            try learnServerTime()
            while case .event(let event) = try connection.waitForEvent(on: clock, or: wakeUp) {
                try handle(event, handler)
            }
            try grabs.release()
        } catch {
            handler(.ended(.server(error)))
        }
    }

    private mutating func handle(_ event: X11Event, _ handler: (HotKeyEvent<Int>) -> Void) throws(X11Error) {
        switch event {
        case .key(let key):
            let now = clock.now
            let isPress = held.isPress(key.direction, of: key.keycode, at: key.time)
            guard isPress, let index = grabs.index(of: key) else { return }
            try learnServerTime()
            let time = serverClock.instant(ofTicks: UInt64(key.time.milliseconds), seenAt: now)
            handler(.pressed(index, at: time))
        case .keyboardMappingChanged:
            let failures = try grabs.update()
            for (index, error) in failures.sorted(by: { $0.key < $1.key }) where !unavailable.contains(index) {
                handler(.unavailable(index, error))
            }
            unavailable = Set(failures.keys)
        default: break
        }
    }

    /// Shows the server's clock a stamp that is fresh.
    ///
    /// A press may be seen late, and after a long silence it would be the only witness for how far the clocks are apart.
    private mutating func learnServerTime() throws(X11Error) {
        let time = try connection.serverTime()
        _ = serverClock.instant(ofTicks: UInt64(time.milliseconds), seenAt: clock.now)
    }
}
