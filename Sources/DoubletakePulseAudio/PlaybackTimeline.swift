import DoubletakeMedia

/// When the samples of a playback were heard, by what the sound server said around them.
///
/// It is a value that a lock protects.
struct PlaybackTimeline {
    /// How many answers after a sample, and before it, say when it was heard.
    ///
    /// Fewer, and an answer that a busy machine has held up decides; more, and the result comes that much later.
    private static let answerCount = 4
    /// How far the answers before and after a sample may differ.
    ///
    /// Smaller, and the jitter of answers hides a sample's instant; larger, and a stall between them gives a wrong one.
    private static let tolerance = Duration.milliseconds(3)
    /// How many answers are remembered: those of some ten seconds.
    private static let capacity = 512

    private let format: AudioFormat
    private var answers: [StreamTiming] = []

    /// Makes a timeline on which nothing is known.
    init(format: AudioFormat) {
        self.format = format
    }

    /// Takes what the server says.
    mutating func learn(_ timing: StreamTiming) {
        answers.append(timing)
        if answers.count > Self.capacity { answers.removeFirst(answers.count - Self.capacity) }
    }

    /// What is known of a sample.
    enum Knowledge: Equatable {
        /// Too little until now.
        case nothingYet
        /// It was heard at this instant.
        case heard(MediaTime)
        /// It was among the very first, the stream stalled around it, or it was too long ago: it will never be known.
        case lost
    }

    /// When a sample was heard.
    func knowledge(ofSample position: Int64) -> Knowledge {
        let next = answers.firstIndex { $0.position > position } ?? answers.endIndex
        let after = answers[next...].prefix(Self.answerCount)
        guard after.count == Self.answerCount, let later = earliest(after, position) else { return .nothingYet }
        // A stream often stalls when it has just begun, so what was before the first answer can't be known by the next.
        guard let earlier = earliest(answers[..<next].suffix(Self.answerCount), position) else { return .lost }
        guard max(later - earlier, earlier - later) <= Self.tolerance else { return .lost }
        return .heard(min(earlier, later))
    }

    /// The earliest instant that some answers give a sample: errors make it late.
    private func earliest(_ answers: ArraySlice<StreamTiming>, _ position: Int64) -> MediaTime? {
        answers.map { $0.instant + format.timeBase.duration(ofTicks: position - $0.position) }.min()
    }
}
