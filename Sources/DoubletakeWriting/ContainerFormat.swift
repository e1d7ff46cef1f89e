/// A kind of file: one static a row.
public struct ContainerFormat: Hashable, Sendable {
    /// How a file becomes complete when the recording stops.
    package enum Finishing: Hashable, Sendable {
        /// It is recorded in fragments, and finished in place by an index of the whole (ISO/IEC 14496-12).
        case movieIndex
        /// The muxer itself completes it.
        case muxer
    }

    /// The field's name for it.
    public let name: String
    /// The file name extensions that mean it, the usual one first.
    public let fileExtensions: [String]
    /// The codecs that it may hold for pictures, the default first.
    public let videoCodecs: [VideoCodec]
    /// The codecs that it may hold for sound, the default first.
    public let audioCodecs: [AudioCodec]
    /// How it is finished.
    package let finishing: Finishing

    /// Creates a row.
    package init(
        name: String,
        fileExtensions: [String],
        videoCodecs: [VideoCodec],
        audioCodecs: [AudioCodec],
        finishing: Finishing
    ) {
        self.name = name
        self.fileExtensions = fileExtensions
        self.videoCodecs = videoCodecs
        self.audioCodecs = audioCodecs
        self.finishing = finishing
    }

    /// MPEG-4 part 14: plays everywhere.
    public static let mp4 = ContainerFormat(
        name: "mp4",
        fileExtensions: ["mp4", "m4v"],
        videoCodecs: [.h264],
        audioCodecs: [.aac],
        finishing: .movieIndex
    )

    /// QuickTime: for editors that want it.
    public static let mov = ContainerFormat(
        name: "mov",
        fileExtensions: ["mov"],
        videoCodecs: [.h264],
        audioCodecs: [.aac],
        finishing: .movieIndex
    )

    /// All rows.
    public static let all: [ContainerFormat] = [.mp4, .mov]

    /// The row whose extension it is, whatever its case.
    public static func named(byExtension fileExtension: String) -> ContainerFormat? {
        all.first { $0.fileExtensions.contains(fileExtension.lowercased()) }
    }
}
