package import DoubletakeCapture
package import DoubletakeMedia
import Glibc

/// Checks that a source of sound keeps each sentence of the contract of `AudioSource`.
///
/// Every conformer's tests run it: `#expect(try conformance.violations() == [])`.
package struct AudioSourceConformance {
    private let clock: any MediaClock
    private let makeSource: () throws -> any AudioSource
    private let settle: () -> Void
    private let proceed: () -> Void
    private let bufferCount: Int
    private let latency: Duration
    private let stampError: Duration
    private let patience: Duration

    /// Describes a source whose device can be made to go on.
    ///
    /// - Parameters:
    ///   - clock: the clock that the source is opened with.
    ///   - bufferCount: how many times the device is made to go on.
    ///   - latency: the longest that a buffer may be on its way from its first sample to its delivery.
    ///   - stampError: how far a stamp may lie in the future, for devices whose stamps are estimates.
    ///   - patience: how long to wait, on the kernel's clock, for sound that should come.
    ///   - settle: comes back when the source waits for its device; nothing if that can't be known.
    ///   - proceed: lets the device have heard enough for another buffer; nothing if it needs no help.
    ///   - makeSource: opens the source, and keeps no reference to it.
    package init(
        clock: any MediaClock,
        bufferCount: Int = 16,
        latency: Duration = .seconds(1),
        stampError: Duration = .zero,
        patience: Duration = .seconds(10),
        settle: @escaping () -> Void = {},
        proceed: @escaping () -> Void = {},
        makeSource: @escaping () throws -> any AudioSource
    ) {
        self.clock = clock
        self.bufferCount = bufferCount
        self.latency = latency
        self.stampError = stampError
        self.patience = patience
        self.settle = settle
        self.proceed = proceed
        self.makeSource = makeSource
    }

    /// Describes a source that lives by a clock that stands still until it is moved; `interval` must be enough for at
    /// least one buffer to come.
    package init(
        manual clock: ManualClock,
        interval: Duration,
        patience: Duration = .seconds(10),
        makeSource: @escaping () throws -> any AudioSource
    ) {
        self.init(
            clock: clock,
            patience: patience,
            settle: { clock.awaitWaiters(1) },
            proceed: { clock.advance(by: interval) },
            makeSource: makeSource
        )
    }

    /// Opens a source, lets it deliver, stops it, and says what of its contract it broke.
    package func violations() throws -> [String] {
        let observer: AudioObserver
        weak var threadsHold: ThreadsHold?
        do {
            let source = try makeSource()
            let hold = ThreadsHold()
            threadsHold = hold
            observer = AudioObserver(format: source.format, clock: clock, latency: latency, stampError: stampError)
            try source.start(observer.output(holding: hold))
            watch(observer)
            source.stop()
            let count = observer.callCount
            source.stop()
            proceed()
            observer.check(observer.callCount == count, "after `stop()` has returned nothing is delivered or reported")
        }
        observer.check(threadsHold == nil, "after `stop()` has returned the thread is gone")
        return observer.violations
    }

    private func watch(_ observer: AudioObserver) {
        settle()
        for _ in 0..<bufferCount {
            let count = observer.callCount
            proceed()
            settle()
            guard observer.awaitCall(after: count, patience) else {
                observer.check(false, "sound is delivered as long as the device hears it")
                return
            }
        }
    }
}

/// Held by whoever may still deliver: when it is gone, so is the source's thread.
private final class ThreadsHold: Sendable {}

/// Looks at all that a source delivers and reports, on the source's own thread.
private final class AudioObserver: Sendable {
    private struct State {
        var callCount = 0
        var lastTime: MediaTime?
        var threads = Set<pthread_t>()
        var violations: [String] = []

        mutating func check(_ isKept: Bool, _ sentence: String) {
            if !isKept, !violations.contains(sentence) { violations.append(sentence) }
        }
    }

    private let state = ConditionLock(State())
    private let clock: any MediaClock
    private let latency: Duration
    private let stampError: Duration
    private let format: AudioFormat
    private let caller = pthread_self()

    init(format: AudioFormat, clock: any MediaClock, latency: Duration, stampError: Duration) {
        self.format = format
        self.clock = clock
        self.latency = latency
        self.stampError = stampError
    }

    func output(holding hold: ThreadsHold) -> AudioSourceOutput {
        AudioSourceOutput(
            deliver: { [self] buffer in withExtendedLifetime(hold) { listen(to: buffer) } },
            report: { [self] event in withExtendedLifetime(hold) { hear(event) } }
        )
    }

    var callCount: Int {
        state.withLock { $0.callCount }
    }

    var violations: [String] {
        state.withLock { $0.violations }
    }

    func check(_ isKept: Bool, _ sentence: String) {
        state.withLock { $0.check(isKept, sentence) }
    }

    /// Whether there was another call after the first `count`.
    func awaitCall(after count: Int, _ patience: Duration) -> Bool {
        let clock = MonotonicClock()
        return state.wait(until: clock.now + patience, on: clock) { $0.callCount > count ? true : nil } ?? false
    }

    private func listen(to buffer: AudioBuffer) {
        let now = clock.now
        state.withLock { state in
            state.check(buffer.format == format, "buffers are in `format` from the first to the last")
            if let lastTime = state.lastTime {
                state.check(buffer.time > lastTime, "buffers come in the order of their times")
            }
            // What has not sounded yet can't have been heard; what is older than the latency is on another clock.
            state.check(
                buffer.endTime <= now + stampError && now - buffer.time <= latency,
                "a buffer's time is that at which its first sample was heard, on the source's clock"
            )
            state.lastTime = buffer.time
            count(&state)
        }
    }

    private func hear(_ event: CaptureEvent) {
        state.withLock { state in
            switch event {
            case .framesDropped: state.check(false, "a source of sound drops no pictures")
            case .failed(_, let error): state.check(false, "the device stopped delivering: \(error)")
            }
            count(&state)
        }
    }

    private func count(_ state: inout State) {
        state.callCount += 1
        state.threads.insert(pthread_self())
        state.check(
            state.threads.count == 1 && !state.threads.contains(caller),
            "everything is called on the source's own thread"
        )
    }
}
