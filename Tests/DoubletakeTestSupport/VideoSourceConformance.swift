package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakePixels

/// Checks that a source of pictures keeps each sentence of the contract of `VideoSource`.
///
/// Every conformer's tests run it: `#expect(try conformance.violations().isEmpty)`, or rather `== []`, which shows them.
package struct VideoSourceConformance {
    private let clock: any MediaClock
    private let makeSource: () throws -> any VideoSource
    private let settle: () -> Void
    private let proceed: () -> Void
    private let isStill: Bool
    private let pictureCount: Int
    private let latency: Duration
    private let patience: Duration

    /// Describes a source whose device can be made to go on.
    ///
    /// - Parameters:
    ///   - clock: the clock that the source is opened with.
    ///   - isStill: whether there is only ever one picture, so that the device can't be made to go on.
    ///   - pictureCount: how many pictures are looked at while none is held, and again while all are.
    ///   - latency: the longest that a picture may be on its way from its change to its delivery.
    ///   - patience: how long to wait, on the kernel's clock, for a picture that should come.
    ///   - settle: comes back when the source waits for its device; nothing if that can't be known.
    ///   - proceed: makes the device have another picture: moves the clock, draws on the screen.
    ///   - makeSource: opens the source, and keeps no reference to it.
    package init(
        clock: any MediaClock,
        isStill: Bool = false,
        pictureCount: Int = 8,
        latency: Duration = .seconds(1),
        patience: Duration = .seconds(10),
        settle: @escaping () -> Void = {},
        proceed: @escaping () -> Void,
        makeSource: @escaping () throws -> any VideoSource
    ) {
        self.clock = clock
        self.isStill = isStill
        self.pictureCount = pictureCount
        self.latency = latency
        self.patience = patience
        self.settle = settle
        self.proceed = proceed
        self.makeSource = makeSource
    }

    /// Describes a source that lives by a clock that stands still until it is moved; `interval` must be enough for
    /// another picture to come.
    package init(
        manual clock: ManualClock,
        interval: Duration,
        isStill: Bool = false,
        patience: Duration = .seconds(10),
        makeSource: @escaping () throws -> any VideoSource
    ) {
        self.init(
            clock: clock,
            isStill: isStill,
            patience: patience,
            settle: { if !isStill { clock.awaitWaiters(1) } },
            proceed: { clock.advance(by: interval) },
            makeSource: makeSource
        )
    }

    /// Opens a source, lets it deliver, stops it, and says what of its contract it broke.
    package func violations() throws -> [String] {
        let observer: VideoObserver
        weak var threadsHold: ThreadsHold?
        do {
            let source = try makeSource()
            let hold = ThreadsHold()
            threadsHold = hold
            observer = VideoObserver(source, clock: clock, latency: latency)
            try source.start(observer.output(holding: hold))
            watch(observer)
            observer.checkStop(source.stop, proceed: proceed)
        }
        observer.check(threadsHold == nil, "after `stop()` has returned the thread is gone")
        return observer.finish()
    }

    private func watch(_ observer: VideoObserver) {
        settle()
        guard observer.awaitCall(after: 0, patience) else {
            observer.check(false, "the first picture comes without anything having to change")
            return
        }
        if isStill { return }
        // Nobody holds a picture; then everybody holds every picture; then nobody does again.
        for isHolding in [false, true, false] {
            observer.hold(isHolding)
            for _ in 0..<pictureCount {
                let count = observer.callCount
                proceed()
                settle()
                guard observer.awaitCall(after: count, patience) else {
                    observer.check(false, "each change is delivered, or reported as dropped")
                    return
                }
            }
        }
    }
}

/// Looks at all that a source delivers and reports, on the source's own thread.
private final class VideoObserver: SourceObserver {
    struct State: ObservedSource {
        var calls = SourceCalls()
        var deliveredCount: UInt64 = 0
        var lastTime: MediaTime?
        /// What the last picture was, copied before anyone could change it.
        var last: PixelBuffer?
        var isHolding = false
        var held: [(picture: PixelBuffer, copy: PixelBuffer)] = []
    }

    let state = ConditionLock(State())
    private let clock: any MediaClock
    private let latency: Duration
    private let device: CaptureDevice
    private let format: PixelFormat
    private let displaySize: PixelSize
    private let color: ColorDescription

    init(_ source: any VideoSource, clock: any MediaClock, latency: Duration) {
        self.clock = clock
        self.latency = latency
        device = source.device
        format = source.format
        displaySize = source.displaySize
        color = source.color
    }

    func output(holding hold: ThreadsHold) -> VideoSourceOutput {
        VideoSourceOutput(
            deliver: { [self] frame in withExtendedLifetime(hold) { look(at: frame) } },
            report: { [self] event in withExtendedLifetime(hold) { hear(event) } }
        )
    }

    /// Begins or ends to hold every picture; when it ends, the pictures must still be what they were.
    func hold(_ isHolding: Bool) {
        state.withLock { state in
            state.isHolding = isHolding
            Self.release(&state)
        }
    }

    func finish() -> [String] {
        state.withLock { state in
            Self.release(&state)
            return state.calls.violations
        }
    }

    private static func release(_ state: inout State) {
        for (picture, copy) in state.held {
            let isSame = picture.isEqual(to: copy, in: PixelRect(picture.displaySize))
            state.calls.check(isSame, "a delivered picture never changes while anyone holds it")
        }
        state.held = []
    }

    private func look(at frame: VideoFrame) {
        let now = clock.now
        let picture = frame.pixelBuffer
        let isInShape = picture.format == format && picture.displaySize == displaySize && picture.color == color
        let copy = isInShape && picture.externalHandle == nil ? Self.copy(of: picture) : nil
        state.withLock { state in
            state.calls.check(
                isInShape, "pictures are in `format`, `displaySize` and `color` from the first to the last")
            state.calls.check(
                frame.sequenceNumber == state.deliveredCount, "sequence numbers count from 0 without a gap")
            checkTime(of: frame, now, &state)
            checkDamage(of: frame, copy, &state)
            state.last = copy
            state.lastTime = frame.time
            state.deliveredCount += 1
            if let copy, state.isHolding { state.held.append((picture, copy)) }
            state.calls.add()
        }
    }

    private func checkTime(of frame: VideoFrame, _ now: MediaTime, _ state: inout State) {
        if let lastTime = state.lastTime { state.calls.check(frame.time >= lastTime, "times never decrease") }
        // A picture may have changed before the source was started, but not before it was there to see.
        state.calls.check(
            frame.time <= now && now - frame.time <= latency,
            "a picture's time is that of its change, on the clock the source was opened with"
        )
    }

    private func checkDamage(of frame: VideoFrame, _ copy: PixelBuffer?, _ state: inout State) {
        if state.deliveredCount == 0 {
            state.calls.check(frame.damage == .everything, "the first picture's damage is everything")
            return
        }
        guard let copy, let last = state.last else { return }
        // The last picture, patched with what is said to have changed, must be the new one.
        let rebuilt = Self.copy(of: last)
        for rectangle in frame.damage.rectangles(in: displaySize) { rebuilt.copy(rectangle, from: copy) }
        state.calls.check(
            rebuilt.isEqual(to: copy, in: PixelRect(displaySize)), "damage is relative to the picture before")
    }

    private func hear(_ event: CaptureEvent) {
        state.withLock { state in
            switch event {
            case .framesDropped(let device, let dropped):
                state.calls.check(
                    device == self.device && dropped >= 1, "a dropped picture is reported with its device")
            case .hidden(let device), .shown(let device), .resized(let device, _), .closed(let device),
                .returned(let device):
                state.calls.check(device == self.device, "an event is reported with its device")
            case .failed(_, let error):
                state.calls.check(false, "the device stopped delivering: \(error)")
            case .interrupted, .resumed, .moved, .nothingPlays, .passedOver, .attenuated, .impaired:
                state.calls.check(false, "a source of pictures goes on: \(event)")
            }
            state.calls.add()
        }
    }

    private static func copy(of picture: PixelBuffer) -> PixelBuffer {
        let copy = PixelBuffer(format: picture.format, displaySize: picture.displaySize, color: picture.color)
        copy.copy(PixelRect(picture.displaySize), from: picture)
        return copy
    }
}
