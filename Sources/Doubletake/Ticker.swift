import DoubletakeMedia

/// A thread that does something at even intervals until it is stopped.
final class Ticker: Sendable {
    private let request: BoundedQueue<Never>
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - start: the first tick comes one interval later.
    ///   - tick: gets the time since `start`, on the ticker's thread.
    init(
        name: String,
        every interval: Duration,
        from start: MediaTime,
        clock: any MediaClock,
        tick: @escaping @Sendable (_ elapsed: Duration) -> Void
    ) throws(SystemCallError) {
        let request = BoundedQueue<Never>(capacity: 1, whenFull: .refuse, clock: clock)
        self.request = request
        thread = try WorkerThread(name: name) {
            var elapsed = interval
            while case .timedOut = request.pop(until: start + elapsed) {
                tick(elapsed)
                elapsed += interval
            }
        }
    }

    /// Stops it; comes back when no tick comes any more.
    func stop() {
        request.finish()
        thread.join()
    }
}
