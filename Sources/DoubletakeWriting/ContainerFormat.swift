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
    ///
    /// What each codec's packets and set-up bytes look like in it: ISO/IEC 14496-15 (H.264, HEVC), "AV1 Codec ISO Media
    /// File Format Binding", "VP Codec ISO Media File Format Binding", "Encapsulation of Opus in ISO Base Media File
    /// Format" and "Encapsulation of FLAC in ISO Base Media File Format".
    public static let mp4 = ContainerFormat(
        name: "mp4",
        fileExtensions: ["mp4", "m4v"],
        videoCodecs: [.h264, .hevc, .av1, .vp9],
        audioCodecs: [.aac, .opus, .flac],
        finishing: .movieIndex
    )

    /// QuickTime: for editors that want it, which know no other codecs in it.
    public static let mov = ContainerFormat(
        name: "mov",
        fileExtensions: ["mov"],
        videoCodecs: [.h264, .hevc],
        audioCodecs: [.aac],
        finishing: .movieIndex
    )

    /// Matroska (RFC 9559): holds everything.
    public static let mkv = ContainerFormat(
        name: "mkv",
        fileExtensions: ["mkv"],
        videoCodecs: [.h264, .hevc, .av1, .vp9],
        audioCodecs: [.aac, .opus, .flac],
        finishing: .muxer
    )

    /// WebM: the part of Matroska that browsers play, with codecs that are free of royalties.
    public static let webm = ContainerFormat(
        name: "webm",
        fileExtensions: ["webm"],
        videoCodecs: [.vp9, .av1],
        audioCodecs: [.opus],
        finishing: .muxer
    )

    /// All rows.
    public static let all: [ContainerFormat] = [.mp4, .mov, .mkv, .webm]

    /// The row whose extension it is, whatever its case.
    public static func named(byExtension fileExtension: String) -> ContainerFormat? {
        all.first { $0.fileExtensions.contains(fileExtension.lowercased()) }
    }
}

extension ContainerFormat {
    /// Says what it can hold instead when it can't hold pictures of that codec.
    package func check(_ codec: VideoCodec) throws(WriterError) {
        guard !videoCodecs.contains(codec) else { return }
        throw unsupported(codec.name, holding: videoCodecs.map(\.name)) { $0.videoCodecs.contains(codec) }
    }

    /// Says what it can hold instead when it can't hold sound of that codec.
    package func check(_ codec: AudioCodec) throws(WriterError) {
        guard !audioCodecs.contains(codec) else { return }
        throw unsupported(codec.name, holding: audioCodecs.map(\.name)) { $0.audioCodecs.contains(codec) }
    }

    /// Says what it can hold instead when it can't hold one of the tracks.
    package func check(_ tracks: [MuxerTrack]) throws(WriterError) {
        for track in tracks {
            switch track.description.media {
            case .video(let codec, _, _, _): try check(codec)
            case .audio(let codec, _, _, _): try check(codec)
            }
        }
    }

    private func unsupported(
        _ codec: String,
        holding names: [String],
        _ isHolder: (ContainerFormat) -> Bool
    ) -> WriterError {
        let holders = Self.all.filter(isHolder).map { ".\($0.fileExtensions[0])" }
        let other = holders.isEmpty ? "" : ", or a file name that ends in \(holders.joined(separator: " or "))"
        return .unsupported(
            subject: codec,
            reason: "\(name) can't hold it",
            help: "Choose \(names.joined(separator: " or "))\(other)."
        )
    }
}
