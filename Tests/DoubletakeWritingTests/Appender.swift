import DoubletakeMedia
import Testing

/// A thread that appends again and again, until all is appended or the writer takes no more.
final class Appender: Sendable {
    private let taken = ConditionLock(0)
    private let thread: WorkerThread

    /// Starts to append.
    ///
    /// - Parameters:
    ///   - count: how many times `append` is called if it never says no.
    ///   - end: called once the last call has come back.
    ///   - append: appends what has that number; false when it isn't taken.
    init(
        _ count: Int,
        end: @escaping @Sendable () -> Void = {},
        append: @escaping @Sendable (Int) throws -> Bool
    ) throws {
        thread = try WorkerThread(name: "appender") { [taken] in
            do {
                for number in 0..<count {
                    guard try append(number) else { break }
                    taken.withLock { $0 += 1 }
                }
            } catch {
                Issue.record(error)
            }
            end()
        }
    }

    /// Comes back once so many have been taken.
    func awaitTaken(_ count: Int) {
        _ = taken.wait(until: nil, on: MonotonicClock()) { $0 == count ? true : nil }
    }

    /// Waits until the thread has ended; how many were taken.
    func finish() -> Int {
        thread.join()
        return taken.withLock { $0 }
    }
}
