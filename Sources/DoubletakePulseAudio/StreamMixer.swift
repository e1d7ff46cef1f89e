import DoubletakeMedia

/// Adds up what several streams play at the same time, sample by sample.
///
/// The samples of a stream follow each other without a gap as long as their times agree with that within `tolerance`.
/// One of the streams leads: it is what the time of each sum is told by, so that streams of one device stay together
/// however that device's clock goes. What comes is held back until each of the streams has come as far, but no longer
/// than `patience`.
///
/// It is a value that the source's own thread owns.
struct StreamMixer {
    /// How far the times of a stream may be from an unbroken one.
    ///
    /// Smaller, and the jitter of the server's answers is heard as clicks; larger, and what was lost without a word shifts
    /// what follows by as much. It is less than an `AudioTrack` tolerates.
    static let tolerance = Duration.milliseconds(15)
    /// How long a stream is waited for that doesn't come.
    ///
    /// Shorter than the server sends at a time, and a stream that is a little later is left out; longer, and sound comes
    /// later than an `AudioTrack` waits for it when an application pauses.
    static let patience = Duration.milliseconds(80)

    private let format: AudioFormat
    /// What is summed and not taken yet, and the number of its first sample.
    private var sums: [Float] = []
    private var first = 0
    /// The number of the sample that each stream goes on with, in the order in which they came.
    private var streams: [(id: UInt32, next: Int)] = []
    /// When a sample was heard, by the leading stream.
    private var anchor: (sample: Int, time: MediaTime)?
    private var lastTime: MediaTime?
    /// How many samples came too late to be added.
    private(set) var lateSampleCount = 0

    /// Creates a mixer of nothing.
    init(format: AudioFormat) {
        self.format = format
    }

    /// How many streams there are.
    var streamCount: Int {
        streams.count
    }

    /// Adds a stream's next samples.
    mutating func add(_ buffer: AudioBuffer, of id: UInt32) {
        precondition(buffer.format == format, "the server converts what streams play")
        let place = streams.firstIndex { $0.id == id }
        let start = start(of: buffer, expected: place.map { streams[$0].next })
        let end = start + buffer.sampleCount
        if let place { streams[place].next = end } else { streams.append((id, end)) }
        if streams[0].id == id || anchor == nil { anchor = (start, buffer.time) }
        add(buffer, at: start)
    }

    /// A stream has ended.
    mutating func remove(_ id: UInt32) {
        streams.removeAll { $0.id == id }
    }

    /// Takes what is complete.
    ///
    /// - Returns: nil when that is nothing.
    mutating func take(at now: MediaTime) -> AudioBuffer? {
        guard let anchor, !sums.isEmpty else { return nil }
        let end = first + sums.count / format.channelCount
        let earliest = anchor.sample + format.sampleCount(in: now - Self.patience - anchor.time)
        let limit = streams.map(\.next).filter { $0 >= earliest }.min() ?? end
        let count = min(limit, end) - first
        guard count > 0 else { return nil }
        let known = anchor.time + format.duration(ofSamples: first - anchor.sample)
        let time = max(known, lastTime.map { $0 + .nanoseconds(1) } ?? known)
        let buffer = AudioBuffer(format: format, time: time, samples: Array(sums.prefix(count * format.channelCount)))
        sums.removeFirst(count * format.channelCount)
        first += count
        lastTime = time
        return buffer
    }

    /// The number of a buffer's first sample.
    private func start(of buffer: AudioBuffer, expected: Int?) -> Int {
        guard let anchor else { return first }
        let heard = anchor.sample + format.sampleCount(in: buffer.time - anchor.time)
        guard let expected, abs(heard - expected) <= format.sampleCount(in: Self.tolerance) else { return heard }
        return expected
    }

    private mutating func add(_ buffer: AudioBuffer, at start: Int) {
        let channelCount = format.channelCount
        // With nothing in between that would have to be kept, the sums begin anew behind a pause.
        if sums.isEmpty, start > first { first = start }
        let late = min(max(first - start, 0), buffer.sampleCount)
        lateSampleCount += late
        let offset = (start + late - first) * channelCount
        let samples = buffer.samples.dropFirst(late * channelCount)
        let missing = offset + samples.count - sums.count
        if missing > 0 { sums += [Float](repeating: 0, count: missing) }
        for (number, sample) in samples.enumerated() { sums[offset + number] += sample }
    }
}
