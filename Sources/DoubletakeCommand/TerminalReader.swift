import DoubletakeMedia
import Glibc

/// What the thread of `TerminalKeys` does.
struct TerminalReader {
    private let descriptor: Int32
    private let clock: any MediaClock
    private let handler: (TerminalKey, MediaTime) -> Void
    private var repeats = TerminalRepeats()
    /// Whether there is anything to be read, ever.
    private var isOpen = true

    /// How often somebody in the background looks whether it still is, since nobody tells.
    private static let backgroundInterval = Duration.milliseconds(500)

    init(descriptor: Int32, clock: any MediaClock, handler: @escaping (TerminalKey, MediaTime) -> Void) {
        self.descriptor = descriptor
        self.clock = clock
        self.handler = handler
    }

    /// Reads until the wake-up says stop; then the terminal's mode is what it was.
    mutating func run(until wakeUp: ThreadWakeUp) {
        Self.survivePushToBackground()
        while true {
            deliver(repeats.due(at: clock.now))
            let mayRead = isOpen && takeTerminal()
            var entries = [
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                // A negative descriptor is one that `poll` leaves out.
                pollfd(fd: mayRead ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            // SAFETY: the array is passed with its own count.
            let count = unsafe poll(&entries, nfds_t(entries.count), timeOut(mayRead))
            if count <= 0 { continue }
            if entries[0].revents != 0, wakeUp.isStopped() { break }
            if entries[1].revents != 0 { read() }
        }
        TerminalMode.restore(on: descriptor)
    }

    /// Reading in the background would stop the whole process, which is recording; with these signals blocked on the
    /// thread that does it, it is an error of the call.
    private static func survivePushToBackground() {
        var signals = sigset_t()
        // SAFETY: the calls change a local, and the mask of this thread alone.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTTIN)
        unsafe sigaddset(&signals, SIGTTOU)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether the terminal is ours to read, now; it hands over single keys then.
    private mutating func takeTerminal() -> Bool {
        guard TerminalMode.isForeground(on: descriptor) else { return false }
        do throws(SystemCallError) {
            try TerminalMode.takeSingleKeys(on: descriptor)
        } catch {
            // It is gone; recording goes on without its keys.
            isOpen = false
        }
        return isOpen
    }

    /// For how long to wait, in milliseconds; -1 for as long as it takes.
    private func timeOut(_ mayRead: Bool) -> Int32 {
        let now = clock.now
        let waits = [
            repeats.deadline.map { max($0 - now, .zero) },
            isOpen && !mayRead ? Self.backgroundInterval : nil,
        ]
        guard let wait = waits.compactMap(\.self).min() else { return -1 }
        // Rounded up, or it would wake a little too early again and again.
        return Int32(wait.inSeconds * 1_000) + 1
    }

    private mutating func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        // SAFETY: the array is passed with its own count.
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        let error = errno
        let time = clock.now
        if count > 0 {
            guard let key = TerminalKey(bytes: bytes.prefix(count)) else { return }
            deliver(repeats.add(TerminalRepeats.Press(key: key, time: time)))
        } else if count == 0 || (error != EINTR && error != EAGAIN && TerminalMode.isForeground(on: descriptor)) {
            isOpen = false
        }
    }

    private func deliver(_ presses: [TerminalRepeats.Press]) {
        for press in presses { handler(press.key, press.time) }
    }
}
