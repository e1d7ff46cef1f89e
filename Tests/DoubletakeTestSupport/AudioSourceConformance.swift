package import DoubletakeCapture
package import DoubletakeMedia

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
            observer.checkStop(source.stop, proceed: proceed)
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

/// Looks at all that a source delivers and reports, on the source's own thread.
private final class AudioObserver: SourceObserver {
    struct State: ObservedSource {
        var calls = SourceCalls()
        var lastTime: MediaTime?
    }

    let state = ConditionLock(State())
    private let clock: any MediaClock
    private let latency: Duration
    private let stampError: Duration
    private let format: AudioFormat

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

    var violations: [String] {
        state.withLock { $0.calls.violations }
    }

    private func listen(to buffer: AudioBuffer) {
        let now = clock.now
        state.withLock { state in
            state.calls.check(buffer.format == format, "buffers are in `format` from the first to the last")
            if let lastTime = state.lastTime {
                state.calls.check(buffer.time > lastTime, "buffers come in the order of their times")
            }
            // What has not sounded yet can't have been heard; what is older than the latency is on another clock.
            state.calls.check(
                buffer.endTime <= now + stampError && now - buffer.time <= latency,
                "a buffer's time is that at which its first sample was heard, on the source's clock"
            )
            state.lastTime = buffer.time
            state.calls.add()
        }
    }

    private func hear(_ event: CaptureEvent) {
        state.withLock { state in
            switch event {
            case .framesDropped, .hidden, .shown, .resized, .closed, .returned:
                state.calls.check(false, "a source of sound has no pictures")
            case .failed(_, let error): state.calls.check(false, "the device stopped delivering: \(error)")
            case .interrupted, .resumed, .moved, .nothingPlays, .passedOver, .attenuated, .impaired:
                state.calls.check(false, "the device goes on: \(event)")
            }
            state.calls.add()
        }
    }
}
