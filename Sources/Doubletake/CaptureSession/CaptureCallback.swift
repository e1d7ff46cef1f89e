import DoubletakeMedia

/// One call of a delegate on its way: it runs once, or not at all.
final class CaptureCallback: Sendable {
    private enum Phase {
        case waiting
        case running
        case over
    }

    private let phase = ConditionLock(Phase.waiting)

    /// Runs `body` on a queue, or right here, and comes back when it has returned or was given up.
    func run(on queue: CaptureCallbackQueue?, clock: any MediaClock, _ body: @escaping @Sendable () -> Void) {
        guard let queue else { return runNow(body) }
        queue.enqueue { self.runNow(body) }
        _ = phase.wait(until: nil, on: clock) { phase -> Void? in phase == .over ? () : nil }
    }

    /// Has it not run any more; one that runs already is waited for by whoever called it.
    func giveUp() {
        phase.withLock { phase in
            if phase == .waiting { phase = .over }
        }
    }

    private func runNow(_ body: () -> Void) {
        let isWanted = phase.withLock { phase -> Bool in
            guard phase == .waiting else { return false }
            phase = .running
            return true
        }
        guard isWanted else { return }
        body()
        phase.withLock { $0 = .over }
    }
}
