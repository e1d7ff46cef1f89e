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

    /// All rows.
    public static let all: [AudioCodec] = [.aac]
}
