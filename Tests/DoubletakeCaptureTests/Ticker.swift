import DoubletakeCapture
import DoubletakeMedia

/// A thread that does one thing at each interval of a clock until it is told to stop.
final class Ticker: Sendable {
    private let clock: any MediaClock
    private let stopRequest: BoundedQueue<Never>
    private let thread = ConditionLock<WorkerThread?>(nil)

    init(clock: any MediaClock) {
        self.clock = clock
        stopRequest = BoundedQueue(capacity: 1, whenFull: .refuse, clock: clock)
    }

    func start(every interval: Duration, tick: @escaping @Sendable (Int) -> Void) throws(CaptureError) {
        do throws(SystemCallError) {
            let started = try WorkerThread(name: "ticker") { [clock, stopRequest] in
                let start = clock.now
                var number = 0
                repeat {
                    tick(number)
                    number += 1
                } while Self.wait(for: start + interval * number, stopRequest)
            }
            thread.withLock { $0 = started }
        } catch {
            throw .system(error)
        }
    }

    /// Whether the time came before the request to stop.
    private static func wait(for time: MediaTime, _ stopRequest: BoundedQueue<Never>) -> Bool {
        if case .timedOut = stopRequest.pop(until: time) { true } else { false }
    }

    func stop() {
        stopRequest.finish()
        thread.withLock { $0 }?.join()
    }
}
