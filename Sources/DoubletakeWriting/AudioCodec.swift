public import DoubletakeMedia

/// A way to compress sound: one static a row.
public struct AudioCodec: Hashable, Sendable {
    /// The field's name for it, as `--audio-codec` takes it.
    public let name: String
    /// The sample rates that it can hold, in rising order.
    public let sampleRates: [Int]

    /// AAC with low complexity (ISO/IEC 14496-3): plays everywhere.
    ///
    /// The rates are those of table 1.18.
    public static let aac = AudioCodec(
        name: "aac",
        sampleRates: [
            7_350, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
        ]
    )

    /// Opus (RFC 6716): the best there is for its size, and free of royalties.
    ///
    /// Inside it is 48 kHz whatever goes in, and containers count its time so (RFC 7845, 4): sound of another rate is
    /// converted before, where it is known how that is done.
    public static let opus = AudioCodec(name: "opus", sampleRates: [48_000])

    /// FLAC (RFC 9639): not one sample is changed; a bit rate means nothing to it.
    ///
    /// It could hold other rates; these are those of sound that there is.
    public static let flac = AudioCodec(
        name: "flac",
        sampleRates: [
            8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
        ]
    )

    /// The most channels that a track has: those for which the standard has a layout.
    public static let maximumChannelCount = 8

    /// The format in which sound of another one is encoded: the same where the codec can hold it, else the highest
    /// rate of its own up to 48 kHz that isn't above the sound's (the lowest if all are), and at most two channels.
    public func format(holding format: AudioFormat) -> AudioFormat {
        if sampleRates.contains(format.sampleRate), format.channelCount <= Self.maximumChannelCount { return format }
        let rate = sampleRates.last { $0 <= min(format.sampleRate, 48_000) } ?? sampleRates[0]
        return AudioFormat(sampleRate: rate, channelCount: min(format.channelCount, 2))
    }

    /// All rows.
    public static let all: [AudioCodec] = [.aac, .opus, .flac]

    /// The row of that name.
    public static func named(_ name: String) -> AudioCodec? {
        all.first { $0.name == name }
    }
}
