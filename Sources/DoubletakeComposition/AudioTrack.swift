package import DoubletakeMedia

/// One source's sound placed on the clock: an unbroken run of samples from the film's beginning on.
///
/// Buffers come in the order of their times, jittered, late, with gaps, or not at all. The track advances by the clock,
/// `latenessAllowance` behind it: what comes within the allowance is placed at its own time and none of it is lost. Past
/// it the gap becomes silence, and what comes for it afterwards is dropped and counted. So the track never waits for a
/// device, and a device that is only late is never replaced by silence. A source that has delivered late is given more
/// time from then on: the busier a machine is, the more it spares nobody in particular.
///
/// It is a value without threads: buffers and the time come in, buffers come out.
package struct AudioTrack {
    /// What happened to the track.
    package enum Event: Hashable, Sendable {
        /// Nothing came in time: silence takes its place, from this time on, until something comes.
        case starved(since: MediaTime)
        /// Sound comes again, after so much silence.
        case resumed(after: Duration)
    }

    /// How long data may take.
    ///
    /// Shorter, and a busy machine or a server that delivers in bursts loses sound; longer, and the film's newest part
    /// is that much later on the disk.
    package static let defaultLatenessAllowance = Duration.milliseconds(250)

    /// How many times as late as a source has been it may be.
    ///
    /// Smaller, and a machine that gets busier loses the sound of a server that sends in batches; larger, and the silence
    /// of a device that is gone is that much later on the disk.
    private static let latenessFactor = 2.5

    /// How long data may take at most, whatever was seen.
    ///
    /// Shorter, and a busy minute loses sound; longer, and a server that hung once holds up the film's newest part for as
    /// long.
    package static let largestLatenessAllowance = Duration.seconds(1)

    /// How far a buffer's time may be from the end of the one before and still follow it without a seam.
    ///
    /// Smaller, and the jitter of time stamps makes clicks; larger, and a real gap of that length shifts what comes
    /// after it.
    package static let jitterTolerance = Duration.milliseconds(20)

    /// Samples (of each channel) that are silence because nothing came.
    package private(set) var filledSampleCount = 0
    /// How many times silence took the place of sound that didn't come.
    package private(set) var gapCount = 0
    /// Samples (of each channel) that came too late, or twice, and were dropped.
    package private(set) var droppedSampleCount = 0

    /// Rate and channels.
    package let format: AudioFormat
    private var latenessAllowance: Duration
    /// How much later sound comes because it is to be earlier in the film.
    private let lead: Duration
    /// The first of the buffers that have come since the track last advanced.
    private var newest: MediaTime?
    private let historyLength: Duration
    private var start: MediaTime?
    private var end: MediaTime?
    /// What came before the film's beginning is known: it may be needed, since the start is known late.
    private var history: [AudioBuffer] = []
    /// How many samples from the beginning on have been given out or are in `placed`.
    private var placedEnd = 0
    private var placed: [AudioBuffer] = []
    private var starvedSince: Int?
    private var events: [Event] = []

    /// Creates a track that has not begun.
    ///
    /// - Parameter offset: by how much later than they were heard its buffers are stamped; negative for earlier. They
    ///   come as much sooner, or later.
    package init(
        format: AudioFormat,
        latenessAllowance: Duration = defaultLatenessAllowance,
        offset: Duration = .zero
    ) {
        self.format = format
        lead = max(.zero - offset, .zero)
        self.latenessAllowance = latenessAllowance + lead
        historyLength = Self.standardHistoryLength + max(offset, .zero)
    }

    /// When `advance(to:)` next fills a gap if nothing comes until then; nil before the beginning.
    package var deadline: MediaTime? {
        guard let start else { return nil }
        // A gap is filled in steps of the tolerance and not sample by sample.
        let gap = start + format.duration(ofSamples: placedEnd) + latenessAllowance + Self.jitterTolerance
        return end.map { min(gap, $0 + latenessAllowance) } ?? gap
    }

    /// Whether all samples up to the end have been given out.
    package var isComplete: Bool {
        guard let end, let start else { return false }
        return placed.isEmpty && placedEnd >= format.sampleCount(in: end - start)
    }

    /// Begins the film: the first sample that is given out sounds at `start`.
    package mutating func begin(at start: MediaTime) {
        precondition(self.start == nil, "a film begins once")
        self.start = start
        let early = history
        history = []
        for buffer in early { place(buffer, from: start) }
    }

    /// Ends the film: no sample at or after `end` is given out.
    package mutating func finish(at end: MediaTime) {
        self.end = end
    }

    /// Takes the source's next buffer.
    package mutating func place(_ buffer: AudioBuffer) {
        precondition(buffer.format == format, "a source keeps its format")
        if let start {
            newest = newest ?? buffer.time
            place(buffer, from: start)
        } else {
            history.append(buffer)
            history.removeAll { $0.endTime < buffer.endTime - historyLength }
        }
    }

    /// The samples that are certain by `now`, following those given out before.
    package mutating func advance(to now: MediaTime) -> [AudioBuffer] {
        learnLateness(at: now)
        guard let start, let deadline else { return [] }
        let limit = end.map { format.sampleCount(in: $0 - start) } ?? .max
        let certain = min(format.sampleCount(in: now - latenessAllowance - start), limit)
        if certain > placedEnd, now >= deadline { fill(to: certain, from: start) }
        defer { placed = [] }
        return trimmed(placed, toEnd: limit)
    }

    /// What has happened since this was last called.
    package mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// How much sound is kept while the start isn't known: as long as a press may be decided late, and some.
    private static let standardHistoryLength = Duration.seconds(1)

    /// Gives a source more time that needs it.
    private mutating func learnLateness(at now: MediaTime) {
        guard let first = newest else { return }
        newest = nil
        let wanted = min((now - first - lead) * Self.latenessFactor, Self.largestLatenessAllowance)
        latenessAllowance = max(latenessAllowance, wanted + lead)
    }

    private mutating func place(_ buffer: AudioBuffer, from start: MediaTime) {
        let wanted = format.sampleCount(in: buffer.time - start)
        let isFollowing = starvedSince == nil && placedEnd > 0
        let tolerance = format.sampleCount(in: Self.jitterTolerance)
        let first = isFollowing && abs(wanted - placedEnd) <= tolerance ? placedEnd : wanted
        if first > placedEnd { fill(to: first, from: start) }
        let overlap = placedEnd - first
        let isBeforeStart = placedEnd == 0
        if !isBeforeStart { droppedSampleCount += min(overlap, buffer.sampleCount) }
        guard overlap < buffer.sampleCount else { return }
        if let since = starvedSince {
            events.append(.resumed(after: format.duration(ofSamples: placedEnd - since)))
            starvedSince = nil
        }
        append(buffer.dropping(first: overlap).samples, from: start)
    }

    private mutating func fill(to end: Int, from start: MediaTime) {
        if starvedSince == nil {
            starvedSince = placedEnd
            gapCount += 1
            events.append(.starved(since: start + format.duration(ofSamples: placedEnd)))
        }
        filledSampleCount += end - placedEnd
        // Pieces of a second share their memory: a process that was stopped for an hour has that much to fill at once.
        let second = [Float](repeating: 0, count: min(end - placedEnd, format.sampleRate) * format.channelCount)
        while placedEnd < end {
            let missing = (end - placedEnd) * format.channelCount
            append(missing < second.count ? Array(second.prefix(missing)) : second, from: start)
        }
    }

    private mutating func append(_ samples: [Float], from start: MediaTime) {
        let buffer = AudioBuffer(
            format: format,
            time: start + format.duration(ofSamples: placedEnd),
            samples: samples
        )
        placedEnd += buffer.sampleCount
        placed.append(buffer)
    }

    /// Cuts what lies at or after the film's end.
    private func trimmed(_ buffers: [AudioBuffer], toEnd limit: Int) -> [AudioBuffer] {
        var position = placedEnd - buffers.reduce(0) { $0 + $1.sampleCount }
        var result: [AudioBuffer] = []
        for buffer in buffers where position < limit {
            result.append(limit - position < buffer.sampleCount ? buffer.prefix(limit - position) : buffer)
            position += buffer.sampleCount
        }
        return result
    }
}
