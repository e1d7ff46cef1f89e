import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import Glibc

/// Keeps a camera's pictures coming: when it is gone or silent it is opened again, for as long as it takes.
///
/// It works on the source's own thread, and what it reports is told there.
struct CameraKeeper: ~Copyable {
    /// How long a camera that has delivered may be silent.
    ///
    /// Shorter, and one that adjusts itself is taken for dead; longer, and the person doesn't know that the picture
    /// stands still.
    static let patience = Duration.seconds(1)

    /// How long a camera that was just opened may take to its first picture: some adjust themselves first.
    ///
    /// Shorter, and a slow camera is opened again and again, and never delivers.
    static let firstPatience = Duration.seconds(4)

    /// How often a camera that is gone is looked for.
    ///
    /// Longer, and it isn't back within the two seconds that are promised.
    private static let searchInterval = Duration.milliseconds(250)

    /// Why a stream came to its end.
    private enum End {
        case stopped
        case silent(Duration)
        case outdated
        case lost(CaptureError)
    }

    private let opener: CameraOpener
    private let wakeUp: ThreadWakeUp
    private let clock: any MediaClock
    private let output: VideoSourceOutput
    private var painter: CameraPainter
    private var cameraClock = CameraClock()
    private var tally = DamageTally()
    private var watch: RateWatch
    private var lastSequence: UInt32?
    private var deliveredCount: UInt64 = 0
    private var deliveredSize: PixelSize
    private var lastTime: MediaTime?
    private var interruption: CaptureInterruption?

    init(
        _ opener: CameraOpener,
        _ size: PixelSize,
        _ wakeUp: ThreadWakeUp,
        clock: any MediaClock,
        output: VideoSourceOutput
    ) throws(JPEGError) {
        self.opener = opener
        self.wakeUp = wakeUp
        self.clock = clock
        self.output = output
        painter = try CameraPainter(size: size)
        watch = RateWatch(opener.rate)
        deliveredSize = size
    }

    /// Works until it is stopped.
    ///
    /// - Parameter place: has the camera as it was opened. It is taken out of there, so that nobody else holds what must
    ///   be let go before the camera can be opened again.
    mutating func work(with place: ConditionLock<CameraOpener.Opened?>) {
        while let end = useNext(place) {
            switch end {
            case .stopped: return
            case .silent(let duration): interrupt(.stalled(duration))
            case .outdated: break
            case .lost(let error): interrupt(.device(error))
            }
            let next = reopen()
            place.withLock { $0 = next }
        }
    }

    /// Takes pictures of the camera that is open, until it has to be opened again; nil when there is none.
    private mutating func useNext(_ place: ConditionLock<CameraOpener.Opened?>) -> End? {
        let taken = place.withLock { opened in
            defer { opened = nil }
            return opened
        }
        guard let taken else { return nil }
        if let refused = taken.refused {
            let chosen = taken.stream.agreed.format
            output.report(.impaired(device: opener.device, .reduced(wanted: refused, chosen: chosen)))
        }
        return follow(taken.stream)
    }

    private mutating func interrupt(_ cause: CaptureInterruption) {
        guard interruption == nil else { return }
        interruption = cause
        output.report(.interrupted(device: opener.device, cause))
    }

    /// Tries until the camera is open; nil when the source is to end.
    private func reopen() -> CameraOpener.Opened? {
        while true {
            do throws(CaptureError) {
                return try opener.open()
            } catch {
                // What keeps it from coming back was told when it went; what is new is told when it is back.
                if wakeUp.isStopped(within: Self.searchInterval) { return nil }
            }
        }
    }

    /// Takes pictures until there is a reason to stop.
    private mutating func follow(_ stream: CameraStream) -> End {
        watch = RateWatch(stream.agreed.format.rate)
        lastSequence = nil
        var isFirst = true
        while true {
            let patience = isFirst ? Self.firstPatience : Self.patience
            let wait = stream.wait(for: patience, or: wakeUp)
            if case .stopped = wait { return .stopped }
            if case .timedOut = wait { return .silent(patience) }
            do throws(SystemCallError) {
                guard let (picture, skippedCount) = try stream.takeNewest() else {
                    // Who is told of an error that isn't there would be told so for ever.
                    if case .broken = wait { return .lost(.broken(camera: opener.device.name)) }
                    continue
                }
                isFirst = false
                // A picture that isn't as long as was agreed may be one of another size: it would be shown askew.
                if !stream.agreed.isPossible(picture), try stream.isOutdated() { return .outdated }
                take(picture, of: stream, skippedCount)
                try stream.give(picture)
                try noteRate(of: picture, stream)
            } catch {
                return .lost(CaptureError(error, camera: opener.device.name))
            }
        }
    }

    /// Shows a picture, unless it is damaged or one too many.
    private mutating func take(_ picture: FilledBuffer, of stream: CameraStream, _ skippedCount: Int) {
        let now = clock.now
        let time = max(cameraClock.instant(of: picture, seenAt: now), lastTime ?? .zero)
        countLost(before: picture, skippedCount)
        if picture.isFlawed || picture.byteCount == 0 {
            noteDamage(at: now)
            return
        }
        if !isWanted(at: time, stream.agreed.format.rate) { return }
        switch paint(picture, of: stream, .strict) {
        case .damaged: show(damaged: picture, of: stream, at: time, now)
        case .noCanvas: output.report(.framesDropped(device: opener.device, count: 1))
        case .picture(let canvas):
            tally.addGood()
            deliver(canvas, at: time)
        }
    }

    /// Leaves a damaged picture out, unless the camera makes no others.
    private mutating func show(
        damaged picture: FilledBuffer,
        of stream: CameraStream,
        at time: MediaTime,
        _ now: MediaTime
    ) {
        if tally.isDesperate, case .picture(let canvas) = paint(picture, of: stream, .lenient) {
            deliver(canvas, at: time)
        } else {
            noteDamage(at: now)
        }
    }

    private mutating func paint(
        _ picture: FilledBuffer,
        of stream: CameraStream,
        _ strictness: JPEGDecoder.Strictness
    ) -> CameraPainter.Result {
        var result = CameraPainter.Result.damaged
        stream.withBytes(of: picture) { bytes in
            result = painter.paint(bytes, stream.agreed, strictness)
        }
        return result
    }

    private mutating func deliver(_ canvas: PixelBuffer, at time: MediaTime) {
        if let over = interruption {
            interruption = nil
            output.report(.resumed(device: opener.device, after: over))
        }
        if canvas.displaySize != deliveredSize {
            deliveredSize = canvas.displaySize
            output.report(.resized(device: opener.device, size: canvas.displaySize))
        }
        output.deliver(
            VideoFrame(pixelBuffer: canvas, time: time, sequenceNumber: deliveredCount, damage: .everything))
        deliveredCount += 1
        lastTime = time
    }

    /// Whether a picture is to be shown: of a camera that can't be slow enough only some are.
    private func isWanted(at time: MediaTime, _ rate: FrameRate) -> Bool {
        let wanted = opener.settings.format.rate ?? opener.rate
        guard let lastTime, rate.framesPerSecond > wanted.framesPerSecond * 1.2 else { return true }
        // Three quarters, since the times of a camera's pictures are never quite even.
        return time - lastTime >= wanted.frameDuration * 3 / 4
    }

    /// Counts what was lost: what we were too slow for, and what the driver has no buffer for or lost on the bus.
    private mutating func countLost(before picture: FilledBuffer, _ skippedCount: Int) {
        var count = skippedCount
        if let lastSequence, picture.sequence > lastSequence {
            count = max(count, Int(picture.sequence - lastSequence) - 1)
        }
        lastSequence = picture.sequence
        if count > 0 { output.report(.framesDropped(device: opener.device, count: count)) }
    }

    private mutating func noteDamage(at now: MediaTime) {
        output.report(.framesDropped(device: opener.device, count: 1))
        guard let count = tally.add(at: now) else { return }
        output.report(.impaired(device: opener.device, .damaged(count: count)))
    }

    private mutating func noteRate(of picture: FilledBuffer, _ stream: CameraStream) throws(SystemCallError) {
        let nominal = stream.agreed.format.rate
        guard let rate = watch.note(clock.now, picture.sequence) else { return }
        let impairment = CameraImpairment.slow(
            framesPerSecond: rate,
            nominal: Int(nominal.framesPerSecond.rounded()),
            control: try stream.controlThatSlows()
        )
        output.report(.impaired(device: opener.device, impairment))
    }
}

extension ThreadWakeUp {
    /// Waits, and says whether the thread is to end.
    fileprivate func isStopped(within patience: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: one entry is passed, with that count.
        return unsafe poll(&entry, 1, Int32(clamping: Int64(patience.inSeconds * 1000))) > 0 && isStopped()
    }
}
