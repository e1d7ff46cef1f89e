import DoubletakeMedia

/// Makes the sound that is appended to an input follow without a seam from the session's start on, as encoders need it.
///
/// What lies before the start is cut off to the sample, a gap is filled with silence, and what was already there is
/// left out.
struct AudioFeed {
    /// Time stamps of sound that follows without a gap are rounded, and by more than a sample where they come from a
    /// container.
    ///
    /// Smaller, and rounding makes clicks; larger, and sound that was really missing shifts the rest.
    private static let tolerance = Duration.milliseconds(1)

    /// The longest gap that is filled: beyond it the sound is placed as if the gap were this long, since a stamp that
    /// is an hour off is a fault of the source, and silence for it would fill the memory.
    private static let longestGap = Duration.seconds(600)

    private let start: MediaTime
    private var sampleCount = 0
    /// How much of gaps longer than that was left out: the source's later stamps count from there.
    private var skippedSampleCount = 0

    init(start: MediaTime) {
        self.start = start
    }

    mutating func follow(_ buffer: AudioBuffer) -> [AudioBuffer] {
        let format = buffer.format
        let wanted = format.sampleCount(in: buffer.time - start) - skippedSampleCount
        let isSeamless = sampleCount > 0 && abs(wanted - sampleCount) <= format.sampleCount(in: Self.tolerance)
        let latest = sampleCount + format.sampleCount(in: Self.longestGap)
        let first = isSeamless ? sampleCount : min(wanted, latest)
        skippedSampleCount += max(wanted - latest, 0)
        var buffers = first > sampleCount ? silence(to: first, format) : []
        let rest = buffer.dropping(first: sampleCount - first)
        if rest.sampleCount > 0 { buffers.append(following(rest.samples, format)) }
        return buffers
    }

    /// Silence in pieces of a second that share their memory: the encoder takes no more than it can hold.
    private mutating func silence(to end: Int, _ format: AudioFormat) -> [AudioBuffer] {
        let second = [Float](repeating: 0, count: min(end - sampleCount, format.sampleRate) * format.channelCount)
        var buffers: [AudioBuffer] = []
        while sampleCount < end {
            let missing = (end - sampleCount) * format.channelCount
            buffers.append(following(missing < second.count ? Array(second.prefix(missing)) : second, format))
        }
        return buffers
    }

    private mutating func following(_ samples: [Float], _ format: AudioFormat) -> AudioBuffer {
        let time = start + format.duration(ofSamples: sampleCount)
        let buffer = AudioBuffer(format: format, time: time, samples: samples)
        sampleCount += buffer.sampleCount
        return buffer
    }
}
