import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

@testable import DoubletakeDesktop

/// The services of a desktop that a recorder asks for, on a bus of its own: they answer, and note what they were asked.
final class FakeDesktop: Sendable {
    let bus: PrivateBus
    private let wakeUp: ThreadWakeUp
    private let thread: WorkerThread
    private let log: ConditionLock<[String]>
    private let clock = MonotonicClock()

    static let screenSaver = "org.freedesktop.ScreenSaver"
    static let login = "org.freedesktop.login1"
    static let panel = "org.kde.StatusNotifierWatcher"

    /// Starts the services of these names, and comes back when they can be called.
    init(_ names: [String], on bus: PrivateBus) throws {
        self.bus = bus
        let wakeUp = try ThreadWakeUp()
        let log = ConditionLock<[String]>([])
        (self.wakeUp, self.log) = (wakeUp, log)
        thread = try WorkerThread(name: "fake desktop") { [address = bus.address] in
            do throws(BusError) {
                let connection = try BusConnection(address: address)
                for name in names { try connection.take(name: name) }
                log.withLock { $0.append("ready") }
                while !wakeUp.isStopped() {
                    while let message = try connection.nextMessage() {
                        try Self.take(message, connection, log)
                    }
                    var entries = [wakeUp.descriptor, connection.fileDescriptor].map {
                        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
                    }
                    // SAFETY: the entries are passed with their own count.
                    _ = unsafe poll(&entries, nfds_t(entries.count), -1)
                }
            } catch {
                log.withLock { $0.append("failed: \(error)") }
            }
        }
        _ = awaitNote("ready")
    }

    deinit {
        wakeUp.stop()
        thread.join()
    }

    private static func take(
        _ message: borrowing BusMessage,
        _ connection: BusConnection,
        _ log: ConditionLock<[String]>
    ) throws(BusError) {
        let note: String
        var answer: [BusValue] = []
        if message.isCall(screenSaver, "Inhibit") {
            note = "no screen saver: \(try message.values().compactMap(\.text).joined(separator: ", "))"
            answer = [.uint32(7)]
        } else if message.isCall(screenSaver, "UnInhibit") {
            note = "screen saver again: \(try message.values().compactMap(\.number))"
        } else if message.isCall("org.freedesktop.login1.Manager", "Inhibit") {
            note = "awake: \(try message.values().compactMap(\.text).joined(separator: ", "))"
            var ends: [Int32] = [-1, -1]
            // SAFETY: the call fills in two numbers.
            precondition(unsafe pipe(&ends) == 0, "a test may have a pipe")
            if let descriptor = BusDescriptor(copying: ends[1]) { answer = [.descriptor(descriptor)] }
            close(ends[1])
            try connection.answer(message, answer)
            log.withLock { $0.append(note) }
            return watch(ends[0], log)
        } else if message.isCall(panel, "RegisterStatusNotifierItem") {
            let name = try message.values().first?.text ?? ""
            try connection.answer(message, [])
            let get = BusMethod(name, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get")
            let interface = "org.kde.StatusNotifierItem"
            let title = try connection.call(get, [.string(interface), .string("Title")])
            guard case .variant(let value)? = title.first else { return }
            return log.withLock { $0.append("icon: \(value.text ?? "")") }
        } else {
            return
        }
        try connection.answer(message, answer)
        log.withLock { $0.append(note) }
    }

    /// Notes when nobody holds the other end any more.
    private static func watch(_ end: Int32, _ log: ConditionLock<[String]>) {
        let thread: WorkerThread
        do {
            thread = try WorkerThread(name: "fake login") {
                var entry = pollfd(fd: end, events: 0, revents: 0)
                // SAFETY: one entry is passed, with that count.
                _ = unsafe poll(&entry, 1, 60_000)
                close(end)
                log.withLock { $0.append("asleep again") }
            }
        } catch {
            return log.withLock { $0.append("failed: \(error)") }
        }
        watchers.withLock { $0.append(thread) }
    }

    /// Joined at the end of the process's tests that wait for them.
    private static let watchers = ConditionLock<[WorkerThread]>([])

    /// Joins what watches the files that were handed out.
    static func joinWatchers() {
        let threads = watchers.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    /// Waits until something is noted that begins like this, up to a minute.
    func awaitNote(_ beginning: String) -> String? {
        log.wait(until: clock.now + .seconds(60), on: clock) { $0.first { $0.hasPrefix(beginning) } }
    }

    /// All that was noted.
    var notes: [String] {
        log.read { $0 }
    }
}
