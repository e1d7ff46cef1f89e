import DoubletakeComposition
import DoubletakeMedia
import Testing

/// A track, a clock that goes from one deadline to the next, and the sound that comes out.
struct PlacedSound {
    /// When the tests' films begin.
    static let start = MediaTime(nanoseconds: 50_000_000_000)

    /// What came out until now: all channels' samples in turn.
    private(set) var samples: [Float] = []
    /// What happened until now.
    private(set) var events: [AudioTrack.Event] = []
    /// The longest buffer that came out, in samples of each channel.
    private(set) var longestBuffer = 0
    private var track: AudioTrack
    private let keepsSamples: Bool
    private(set) var sampleCount = 0

    /// - Parameter keepsSamples: whether what comes out is kept, or only counted.
    init(format: AudioFormat, keepsSamples: Bool = true) {
        track = AudioTrack(format: format)
        self.keepsSamples = keepsSamples
    }

    var format: AudioFormat { track.format }
    var isComplete: Bool { track.isComplete }
    var filledSampleCount: Int { track.filledSampleCount }
    var droppedSampleCount: Int { track.droppedSampleCount }
    /// When the track wants to be asked again, counted from the start.
    var deadline: Duration? { track.deadline.map { $0 - Self.start } }

    mutating func begin(at start: Duration = .zero) {
        track.begin(at: Self.start + start)
    }

    /// Delivers a buffer at that time after the start.
    mutating func place(_ buffer: AudioBuffer, at time: Duration) {
        advance(to: time)
        track.place(buffer)
        take(at: Self.start + time)
    }

    /// Delivers a buffer at the instant at which its last sample sounds.
    mutating func place(_ buffer: AudioBuffer) {
        place(buffer, at: buffer.endTime - Self.start)
    }

    mutating func finish(at end: Duration) {
        track.finish(at: Self.start + end)
    }

    /// Moves the clock, and asks the track whenever it wants to be asked.
    mutating func advance(to time: Duration) {
        let end = Self.start + time
        while let deadline = track.deadline, deadline <= end, !track.isComplete {
            take(at: deadline)
            if let next = track.deadline, next <= deadline, !track.isComplete {
                Issue.record("the deadline stays at \(next)")
                return
            }
        }
    }

    /// Asks the track at an instant, whether or not it wants to be asked.
    mutating func take(at now: MediaTime) {
        for buffer in track.advance(to: now) {
            let expected = Self.start + format.duration(ofSamples: sampleCount)
            if buffer.time != expected { Issue.record("a buffer is at \(buffer.time) and follows \(expected)") }
            sampleCount += buffer.sampleCount
            longestBuffer = max(longestBuffer, buffer.sampleCount)
            if keepsSamples { samples += buffer.samples }
        }
        events += track.takeEvents()
    }

    /// Whether these samples of a sound, and nothing else, came out.
    ///
    /// A test that fails here says so; one that compared the samples would look for the differences for minutes.
    func isOnly(_ range: Range<Int>, of sound: NumberedSound) -> Bool {
        sampleCount == range.count && has(range, of: sound, at: .zero)
    }

    /// Whether these samples of a sound are what is heard from a time on, counted from the start.
    func has(_ range: Range<Int>, of sound: NumberedSound, at time: Duration) -> Bool {
        let first = format.sampleCount(in: time) * format.channelCount
        return samples.dropFirst(first).starts(with: sound.samples(range))
    }

    /// The samples from a time on, for a length of time; counted from the start.
    func samples(from time: Duration, for length: Duration) -> [Float] {
        let first = format.sampleCount(in: time) * format.channelCount
        return Array(samples[first..<first + format.sampleCount(in: length) * format.channelCount])
    }
}

extension Collection<Float> {
    /// Whether there is only silence.
    var isSilent: Bool { allSatisfy { $0 == 0 } }
}
