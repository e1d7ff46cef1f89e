/// A way to compress pictures: one static a row.
public struct VideoCodec: Hashable, Sendable {
    /// The field's name for it, as `--codec` takes it.
    public let name: String

    /// H.264 (ISO/IEC 14496-10): plays everywhere.
    public static let h264 = VideoCodec(name: "h264")
    /// HEVC (ISO/IEC 23008-2): smaller than H.264, and slower to make.
    public static let hevc = VideoCodec(name: "hevc")
    /// AV1 (AV1 Bitstream & Decoding Process Specification): smaller still, and free of royalties.
    public static let av1 = VideoCodec(name: "av1")
    /// VP9 (VP9 Bitstream & Decoding Process Specification): what browsers played before AV1.
    public static let vp9 = VideoCodec(name: "vp9")

    /// All rows.
    public static let all: [VideoCodec] = [.h264, .hevc, .av1, .vp9]

    /// The row of that name.
    public static func named(_ name: String) -> VideoCodec? {
        all.first { $0.name == name }
    }
}
