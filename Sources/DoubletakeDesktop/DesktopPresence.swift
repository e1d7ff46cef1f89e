package import DoubletakeMedia
import Glibc

/// A recorder's presence on a desktop that is reached by D-Bus: an icon that says how it is, and while it records neither
/// the screen is blanked nor the machine goes to sleep.
///
/// It has a thread of its own, called `desktop`, which alone has the connections. What isn't there is done without:
/// nothing is told of it, and an answer that doesn't come is waited for a second, on this thread. `end()` must be called.
package final class DesktopPresence: RecorderPresence {
    private let thread: WorkerThread
    private let wakeUp: ThreadWakeUp
    private let state = ConditionLock<PresentedState?>(nil)

    /// Begins to look for the desktop; comes back at once.
    package init(_ addresses: BusAddresses) throws(SystemCallError) {
        let wakeUp = try ThreadWakeUp()
        self.wakeUp = wakeUp
        thread = try WorkerThread(name: "desktop") { [state] in
            var desktop = DesktopThread(addresses)
            desktop.run(until: wakeUp) { state.read { $0 } }
        }
    }

    package func show(_ state: PresentedState) {
        self.state.withLock { $0 = state }
        wakeUp.lookAgain()
    }

    package func end() {
        wakeUp.stop()
        thread.join()
    }
}

/// What the thread of a `DesktopPresence` does.
private struct DesktopThread {
    private let addresses: BusAddresses
    private var session: BusConnection?
    private var icon: StatusIcon?
    private var screenSaver: UInt32?
    private var login: BusDescriptor?
    private var isHeld = false

    init(_ addresses: BusAddresses) {
        self.addresses = addresses
    }

    mutating func run(until wakeUp: ThreadWakeUp, _ state: () -> PresentedState?) {
        if let address = addresses.session {
            session = Self.reached { () throws(BusError) in try BusConnection(address: address) }
        }
        while !wakeUp.isStopped() {
            if let state = state() {
                hold(state.isHeld)
                present(state)
            }
            listen()
            wait(for: wakeUp)
        }
        hold(false)
    }

    /// Keeps the screen and the machine awake, or no more.
    private mutating func hold(_ isWanted: Bool) {
        if isWanted == isHeld { return }
        isHeld = isWanted
        if isWanted {
            screenSaver = session.flatMap { session in
                Self.reached { () throws(BusError) in try Inhibitors.holdScreenSaver(on: session) } ?? nil
            }
            login =
                Self.reached { [addresses] () throws(BusError) in
                    try Inhibitors.holdLogin(on: BusConnection(address: addresses.system))
                } ?? nil
        } else {
            if let session, let cookie = screenSaver {
                _ = Self.reached { () throws(BusError) in try Inhibitors.release(cookie, on: session) }
            }
            (screenSaver, login) = (nil, nil)
        }
    }

    private mutating func present(_ state: PresentedState) {
        guard let session else { return }
        let icon = self.icon ?? Self.reached { () throws(BusError) in try StatusIcon(on: session) }
        self.icon = icon
        guard let icon else { return }
        drop(unless: Self.reached { () throws(BusError) in try icon.show(state) })
    }

    /// Answers what the desktop asks of the icon.
    private mutating func listen() {
        guard let session else { return }
        let icon = icon
        let isThere: Void? = Self.reached { () throws(BusError) in
            while let message = try session.nextMessage() {
                if let icon, try icon.take(message) { continue }
                if message.wantsAnswer { try session.refuse(message) }
            }
        }
        drop(unless: isThere)
    }

    /// Does without the session's bus once it is gone.
    private mutating func drop(unless isThere: Void?) {
        if isThere == nil { (session, icon, screenSaver) = (nil, nil, nil) }
    }

    private func wait(for wakeUp: ThreadWakeUp) {
        // A negative descriptor is one that `poll` leaves out.
        var entries = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: session?.fileDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // An interrupted wait looks once more at nothing new.
        // SAFETY: the entries are passed with their own count.
        _ = unsafe poll(&entries, nfds_t(entries.count), -1)
    }

    /// What a desktop answers; nil where there is none, or one that doesn't do such things.
    private static func reached<Answer>(_ ask: () throws(BusError) -> Answer) -> Answer? {
        do throws(BusError) {
            return try ask()
        } catch {
            return nil
        }
    }
}
