import Dispatch
import Glibc

/// Turns the signals that ask a program to end into a request to stop; the second one ends it at once.
final class Interruptions {
    /// The requests.
    let requests: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Takes over SIGINT, SIGTERM and SIGHUP for the process.
    ///
    /// For the tool's `main` only.
    init() {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let queue = DispatchQueue(label: "signals")
        let counter = Counter()
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The default action would end the process before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                if counter.isSecond() {
                    // The part file stays, and can be repaired; a terminal's mode would stay as well.
                    TerminalMode.restoreAll()
                    _exit(128 + number)
                }
                continuation.yield()
            }
            source.resume()
            return source
        }
        // A reader that went away and a file that may not grow are errors of the write, not the end of the recording.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Counts signals.
    ///
    /// Used on the sources' queue alone, which is serial.
    private final class Counter: @unchecked Sendable {
        // @unchecked: see above.
        private var count = 0

        func isSecond() -> Bool {
            count += 1
            return count > 1
        }
    }
}
