/// A program or a device that makes packets of one codec: one static a row.
public struct VideoEncoderModel: Hashable, Sendable {
    /// What does the work.
    public enum Kind: Hashable, Sendable {
        /// The processor.
        case software
        /// A graphics card, which a machine may lack.
        case hardware
    }

    /// What the field calls it, as `--encoder` takes it.
    public let name: String
    /// What it makes.
    public let codec: VideoCodec
    /// What does the work.
    public let kind: Kind
    /// Whether it can keep every sample as it is.
    package let isLosslessPossible: Bool

    private init(_ name: String, _ codec: VideoCodec, _ kind: Kind, isLosslessPossible: Bool) {
        self.name = name
        self.codec = codec
        self.kind = kind
        self.isLosslessPossible = isLosslessPossible
    }

    /// H.264 by libx264, which is told what hasn't changed and skips it.
    public static let x264 = VideoEncoderModel("libx264", .h264, .software, isLosslessPossible: true)
    /// HEVC by libx265.
    public static let x265 = VideoEncoderModel("libx265", .hevc, .software, isLosslessPossible: true)
    /// AV1 by libaom.
    public static let aom = VideoEncoderModel("libaom-av1", .av1, .software, isLosslessPossible: true)
    /// VP9 by libvpx.
    public static let vpx = VideoEncoderModel("libvpx-vp9", .vp9, .software, isLosslessPossible: true)

    /// All rows; of each codec the one that is used unless told otherwise comes first, and then the hardware in the
    /// order in which it is tried.
    public static let all: [VideoEncoderModel] = [
        .x264,
        VideoEncoderModel("h264_nvenc", .h264, .hardware, isLosslessPossible: false),
        VideoEncoderModel("h264_vaapi", .h264, .hardware, isLosslessPossible: false),
        .x265,
        VideoEncoderModel("hevc_nvenc", .hevc, .hardware, isLosslessPossible: false),
        VideoEncoderModel("hevc_vaapi", .hevc, .hardware, isLosslessPossible: false),
        .aom,
        .vpx,
        VideoEncoderModel("vp9_vaapi", .vp9, .hardware, isLosslessPossible: false),
    ]

    /// The row of that name.
    public static func named(_ name: String) -> VideoEncoderModel? {
        all.first { $0.name == name }
    }
}

extension VideoCodec {
    /// What makes it on the processor.
    package var softwareEncoder: VideoEncoderModel {
        guard let model = VideoEncoderModel.all.first(where: { $0.codec == self && $0.kind == .software }) else {
            preconditionFailure("every codec has an encoder that needs no hardware")
        }
        return model
    }

    /// What makes it on a graphics card, in the order in which it is tried.
    package var hardwareEncoders: [VideoEncoderModel] {
        VideoEncoderModel.all.filter { $0.codec == self && $0.kind == .hardware }
    }
}

/// Which encoder makes a film's pictures.
public enum VideoEncoderSelection: Hashable, Sendable {
    /// The one that needs no hardware.
    case software
    /// The first graphics card's that can be opened, else the one that needs none, with a warning.
    case automatic
    /// This one, or none.
    case named(VideoEncoderModel)
}
