/// A way to compress pictures: one static a row.
public struct VideoCodec: Hashable, Sendable {
    /// The field's name for it, as `--codec` takes it.
    public let name: String

    /// H.264 (ISO/IEC 14496-10): plays everywhere.
    public static let h264 = VideoCodec(name: "h264")

    /// All rows.
    public static let all: [VideoCodec] = [.h264]
}
