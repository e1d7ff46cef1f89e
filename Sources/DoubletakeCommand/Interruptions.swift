import Dispatch
import Glibc

/// Turns the signals that ask a program to end into a request to stop, of which the second one ends it at once, and those
/// that pause and that save a replay into requests for that.
final class Interruptions {
    /// The requests to stop.
    let requests: AsyncStream<Void>
    /// The requests to pause, or to go on.
    let pauseRequests: AsyncStream<Void>
    /// The requests to save a replay.
    let replayRequests: AsyncStream<Void>
    private var sources: [any DispatchSourceSignal] = []

    /// Takes over SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 for the process.
    ///
    /// For the tool's `main` only.
    init() {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let queue = DispatchQueue(label: "signals")
        let counter = Counter()
        let (pauseRequests, pauseContinuation) = AsyncStream.makeStream(of: Void.self)
        self.pauseRequests = pauseRequests
        let (replayRequests, replayContinuation) = AsyncStream.makeStream(of: Void.self)
        self.replayRequests = replayRequests
        for number in [SIGINT, SIGTERM, SIGHUP] {
            listen(to: number, on: queue) {
                if counter.isSecond() {
                    // The part file stays, and can be repaired; a terminal's mode would stay as well.
                    TerminalMode.restoreAll()
                    _exit(128 + number)
                }
                continuation.yield()
            }
        }
        listen(to: SIGUSR1, on: queue) { replayContinuation.yield() }
        listen(to: SIGUSR2, on: queue) { pauseContinuation.yield() }
        // A reader that went away and a file that may not grow are errors of the write, not the end of the recording.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    private func listen(to number: Int32, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        // The default action would end the process before the source hears of it.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: handler)
        source.resume()
        sources.append(source)
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
