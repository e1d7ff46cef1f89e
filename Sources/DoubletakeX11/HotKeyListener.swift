package import DoubletakeControl
package import DoubletakeMedia
import DoubletakeXCB

/// What a listener to keys hears.
package enum HotKeyEvent<Identifier: Hashable & Sendable>: Hashable, Sendable {
    /// Somebody pressed a key at that time: the event's own, on the recording's clock.
    case pressed(Identifier, at: MediaTime)
    /// The keyboard's layout has changed, and the key can't be had any more; it is tried again after the next change.
    case unavailable(Identifier, HotKeyError)
    /// Nothing more will be heard: the server is gone.
    case ended(HotKeyError)
}

/// Listens to keys wherever the focus is, and takes them for itself unless the mode says otherwise.
///
/// - With `KeyMode.grab` no other program sees the keys. With `KeyMode.raw` all do, and the keys come also while another
///   client has the keyboard; of what else is typed nothing is kept.
/// - A key works whatever Caps Lock, Num Lock and Scroll Lock are.
/// - A key that is held is one press.
/// - It has a connection and a thread of its own, called `hot keys`, on which events are handed over; the handler must
///   not block, and must not call `stop()`.
/// - Keys are given back, and can be had by others, when `stop()` comes back, unless the server hangs. It must be called,
///   also after `ended`.
package final class HotKeyListener<Identifier: Hashable & Sendable>: Sendable {
    private let thread: WorkerThread
    private let wakeUp: WakeUp
    private let watch: HotKeyWatch
    private let isEnded = ConditionLock(false)

    /// Takes the keys and begins to listen.
    ///
    /// - Parameters:
    ///   - display: the display's name; nil for the one that the environment names.
    ///   - keys: what to listen to, and what each one is called in events.
    ///   - mode: whether other programs still get the keys.
    ///   - clock: the clock of the recording.
    ///   - handler: takes the events, on the listener's thread.
    /// - Throws: when a key can't be had (then none is), or the server can't be reached.
    package init(
        display: String? = nil,
        keys: [(identifier: Identifier, key: KeyDescription)],
        mode: KeyMode = .grab,
        clock: any MediaClock,
        handler: @escaping @Sendable (HotKeyEvent<Identifier>) -> Void
    ) throws(HotKeyError) {
        var seen: Set<KeyDescription> = []
        for (_, key) in keys where !seen.insert(key).inserted { throw .namedTwice(key) }
        let watch = try HotKeyWatch(display: display, keys: keys.map(\.key), mode: mode, clock: clock)
        self.watch = watch
        let identifiers = keys.map(\.identifier)
        do throws(SystemCallError) {
            let wakeUp = try WakeUp()
            self.wakeUp = wakeUp
            thread = try WorkerThread(name: "hot keys") { [isEnded] in
                var watch = watch
                watch.run(until: wakeUp) { news in
                    switch news {
                    case .pressed(let index, let time): handler(.pressed(identifiers[index], at: time))
                    case .unavailable(let index, let error): handler(.unavailable(identifiers[index], error))
                    case .ended(let error): handler(.ended(error))
                    }
                }
                isEnded.withLock { $0 = true }
            }
        } catch {
            throw .server(.system(error))
        }
    }

    /// Gives the keys back and ends the thread; more than once is harmless.
    package func stop() {
        wakeUp.signal()
        let clock = MonotonicClock()
        let isDone = isEnded.wait(until: clock.now + HotKeyWatch.patience, on: clock) { $0 ? true : nil }
        if isDone == nil { watch.hangUp() }
        thread.join()
    }
}
