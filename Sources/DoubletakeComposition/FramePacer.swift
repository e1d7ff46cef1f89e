package import DoubletakeMedia

/// Decides which of a source's pictures are in the film, and when.
///
/// Pictures are offered as they come, each with the time of its change; those that are due are taken by the clock. The
/// film begins at an instant that may be known late; the newest picture by then is the first one, and is shown from
/// that instant on. (Those in between are not kept: a source has only a few canvases, and each would hold one.)
///
/// - With variable timing a picture keeps its own time, but two are never nearer than half a frame interval: the later
///   change replaces the earlier picture. When nothing changes, the picture is repeated once in each period of the film.
/// - With constant timing the n-th picture is shown at the n-th frame time, and is the newest change up to half an
///   interval later, so that on average nothing is shown early or late.
///
/// It is a value without threads: the time comes in, frames come out.
package struct FramePacer {
    /// How long before the end of a period without a picture the last one is handed on once more: it must be encoded by
    /// the end.
    ///
    /// Shorter, and a busy machine is too late; longer, and a killed recorder leaves a film that ends that much earlier.
    private static let repeatLead = Duration.milliseconds(100)

    /// How many pictures were repeated because nothing had changed.
    package private(set) var repeatedCount = 0
    /// How many pictures were replaced by a later one before they were due.
    package private(set) var replacedCount = 0

    /// A picture that is not in the film yet.
    private struct Candidate {
        var frame: VideoFrame
        /// The time of the first of the changes that are in it.
        let firstChange: MediaTime
        /// When it is put into the film if nothing has taken its place by then.
        let due: MediaTime
    }

    private let rate: FrameRate
    private let timing: FrameTiming
    private let period: Duration
    private var start: MediaTime?
    /// Oldest first; before the start only the newest.
    private var waiting: [Candidate] = []
    /// The picture that was put into the film last.
    private var shown: VideoFrame?
    private var nextSlot: Int64 = 0
    /// When a picture is wanted, though nothing may have changed.
    private var wanted: MediaTime?

    /// Creates a pacer.
    ///
    /// - Parameters:
    ///   - rate: the most pictures a second.
    ///   - period: with variable timing each period of this length from the film's beginning on has a picture: a piece of
    ///     the film that reaches the disk by itself then lasts to its end also when nothing changes. Pictures are less
    ///     than two periods apart; with more than two seconds players and editors take a film for broken. More than
    ///     200 ms.
    package init(rate: FrameRate, timing: FrameTiming, period: Duration = .seconds(1)) {
        precondition(period / 2 > Self.repeatLead, "a picture is repeated within its period")
        self.rate = rate
        self.timing = timing
        self.period = period
    }

    /// Whether any picture has been offered.
    package var hasPicture: Bool {
        shown != nil || !waiting.isEmpty
    }

    /// When `due(at:)` will have something if no picture is offered until then; nil when it never will.
    package var deadline: MediaTime? {
        guard let start, hasPicture else { return nil }
        switch timing {
        case .variable:
            let next = waiting.first?.due ?? shown.map { repeatTime(after: $0, from: start) + repeatDelay }
            let wish = shown == nil ? nil : wanted.map { $0 + rate.frameDuration }
            return [next, wish].compactMap { $0 }.min()
        case .constant:
            return decisionTime(ofSlot: nextSlot, from: start)
        }
    }

    /// Offers the source's next picture.
    package mutating func offer(_ frame: VideoFrame) {
        guard let start else {
            replaceWaiting(by: frame)
            return
        }
        if shown == nil, waiting.isEmpty || frame.time <= start {
            replaceWaiting(by: frame)
            waiting = waiting.map { firstPicture($0.frame, at: start) }
        } else if timing == .constant {
            waiting.append(candidate(frame))
        } else if let last = waiting.last, frame.time < last.firstChange + halfInterval {
            replaceWaiting(by: frame.retimed(to: max(frame.time, last.frame.time)))
        } else {
            let earlier = waiting.last?.frame ?? shown
            let time = max(frame.time, earlier.map { $0.time + halfInterval } ?? start)
            waiting.append(candidate(frame.retimed(to: time)))
        }
    }

    /// Begins the film at `start` with the newest picture, which counts as the one of that instant.
    package mutating func begin(at start: MediaTime) {
        precondition(self.start == nil, "a film begins once")
        self.start = start
        waiting = waiting.map { firstPicture($0.frame, at: start) }
    }

    /// Wants the picture of that instant in the film, also when nothing has changed there; the newest wish counts.
    ///
    /// With constant timing there is one in each interval anyway.
    package mutating func show(at time: MediaTime) {
        if timing == .variable { wanted = time }
    }

    /// The pictures that belong into the film by `now`, in the order of their times.
    package mutating func due(at now: MediaTime) -> [VideoFrame] {
        guard let start else { return [] }
        switch timing {
        case .variable: return dueChanges(at: now, from: start)
        case .constant:
            let pacer = self
            return fillSlots(from: start) { pacer.decisionTime(ofSlot: $0, from: start) <= now }
        }
    }

    /// The pictures that are still missing when the film ends at `end`; with variable timing the last of them is shown
    /// one frame interval before the end, so that the film is as long as it was recorded.
    package mutating func finish(at end: MediaTime) -> [VideoFrame] {
        guard let start else { return [] }
        switch timing {
        case .variable:
            var frames: [VideoFrame] = []
            for candidate in waiting where candidate.frame.time < end { frames.append(show(candidate.frame)) }
            waiting = []
            let last = end - rate.frameDuration
            if let shown, last >= shown.time + halfInterval {
                frames.append(repeatShown(at: last))
            }
            return frames
        case .constant:
            let slotCount = rate.frameNumber(at: end - start - .nanoseconds(1)) + 1
            let frames = fillSlots(from: start) { $0 < slotCount }
            waiting = []
            return frames
        }
    }

    private var halfInterval: Duration {
        rate.frameDuration / 2
    }

    private func candidate(_ frame: VideoFrame) -> Candidate {
        Candidate(frame: frame, firstChange: frame.time, due: frame.time + halfInterval)
    }

    /// The film begins with it, so no later change takes its place.
    ///
    /// It waits for an interval: a change from before the start may take that long to be seen and delivered.
    private func firstPicture(_ frame: VideoFrame, at start: MediaTime) -> Candidate {
        Candidate(
            frame: frame.retimed(to: start),
            firstChange: start - halfInterval,
            due: start + rate.frameDuration
        )
    }

    /// Puts a picture in the place of the newest waiting one, which nobody will see.
    ///
    /// It counts as changed since that one's first change, or a screen that never rests would never be shown.
    private mutating func replaceWaiting(by frame: VideoFrame) {
        guard let earlier = waiting.popLast() else {
            waiting = [candidate(frame)]
            return
        }
        let merged = frame.superseding(earlier.frame)
        waiting.append(Candidate(frame: merged, firstChange: earlier.firstChange, due: earlier.due))
        if start != nil { replacedCount += 1 }
    }

    /// When a picture is repeated if nothing changes: near the end of the period after its own.
    private func repeatTime(after frame: VideoFrame, from start: MediaTime) -> MediaTime {
        let periods = Int64((frame.time - start) / period)
        return start + period * (periods + 2) - Self.repeatLead - repeatDelay
    }

    /// How long after its time a repeated picture is handed on: a change from about then may take a frame interval to be
    /// delivered, and takes its place.
    ///
    /// Shorter, and such a change would be shown half an interval behind the repeated picture instead of at its own time;
    /// longer than half a period, and a slow film's pictures would be more than two periods apart.
    private var repeatDelay: Duration {
        min(rate.frameDuration, period / 2)
    }

    private mutating func dueChanges(at now: MediaTime, from start: MediaTime) -> [VideoFrame] {
        var frames: [VideoFrame] = []
        while let first = waiting.first, waiting.count > 1 || first.due <= now {
            if let wanted, first.frame.time > wanted { frames += showWanted(wanted) }
            waiting.removeFirst()
            frames.append(show(first.frame))
        }
        // By then every change from before it has come.
        if let wanted, now >= wanted + rate.frameDuration { frames += showWanted(wanted) }
        while waiting.isEmpty, let shown {
            let time = repeatTime(after: shown, from: start)
            guard time + repeatDelay <= now else { break }
            frames.append(repeatShown(at: time))
        }
        return frames
    }

    /// Repeats the picture at a wanted instant, unless one has been shown there or later.
    private mutating func showWanted(_ time: MediaTime) -> [VideoFrame] {
        guard let shown else { return [] }
        wanted = nil
        return shown.time < time ? [repeatShown(at: time)] : []
    }

    private mutating func fillSlots(from start: MediaTime, while isWanted: (_ slot: Int64) -> Bool) -> [VideoFrame] {
        var frames: [VideoFrame] = []
        while hasPicture, isWanted(nextSlot) {
            frames.append(fillSlot(at: start + rate.offset(ofFrame: nextSlot)))
            nextSlot += 1
        }
        return frames
    }

    /// A slot is decided one interval after its newest change could have happened: that is how long a source takes to
    /// see a change and to deliver it.
    private func decisionTime(ofSlot slot: Int64, from start: MediaTime) -> MediaTime {
        start + rate.offset(ofFrame: slot) + halfInterval + rate.frameDuration
    }

    private mutating func fillSlot(at time: MediaTime) -> VideoFrame {
        var newest: VideoFrame?
        while let next = waiting.first?.frame, next.time <= time + halfInterval {
            waiting.removeFirst()
            if newest != nil { replacedCount += 1 }
            newest = newest.map { next.superseding($0) } ?? next
        }
        if let newest { return show(newest.retimed(to: time)) }
        return repeatShown(at: time)
    }

    private mutating func show(_ frame: VideoFrame) -> VideoFrame {
        shown = frame
        return frame
    }

    private mutating func repeatShown(at time: MediaTime) -> VideoFrame {
        guard let shown else { preconditionFailure("a picture is repeated after it was shown") }
        repeatedCount += 1
        return show(shown.repeated(at: time))
    }
}
