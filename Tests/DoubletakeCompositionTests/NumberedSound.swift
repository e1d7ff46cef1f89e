import DoubletakeMedia

/// Sound whose every sample can be told from its neighbours, and from silence.
struct NumberedSound {
    let format: AudioFormat
    /// When sample 0 sounds.
    let origin: MediaTime

    /// The samples of all channels with these numbers, never 0 and exact in floating point.
    func samples(_ range: Range<Int>) -> [Float] {
        let channels = format.channelCount
        return (range.lowerBound * channels..<range.upperBound * channels).map { Float($0 % 65_521 + 1) / 65_536 }
    }

    /// When a sample sounds.
    func time(ofSample index: Int) -> MediaTime {
        origin + format.duration(ofSamples: index)
    }

    /// The samples with these numbers, with a time stamp that may be wrong by `error`.
    func buffer(_ range: Range<Int>, stampedLateBy error: Duration = .zero) -> AudioBuffer {
        AudioBuffer(format: format, time: time(ofSample: range.lowerBound) + error, samples: samples(range))
    }

    /// Buffer number `index` of those with 20 milliseconds each.
    func buffer(_ index: Int, stampedLateBy error: Duration = .zero) -> AudioBuffer {
        buffer(index * bufferLength..<(index + 1) * bufferLength, stampedLateBy: error)
    }

    /// The samples of 20 milliseconds.
    var bufferLength: Int { format.sampleRate / 50 }
}
