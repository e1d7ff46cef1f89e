public import DoubletakeMedia

/// A way in which a camera hands its pictures over: how they are packed, how large they are, and how many a second.
public struct CameraFormat: Hashable, Sendable {
    /// How the samples of a camera's pictures are packed.
    public enum Codec: String, CaseIterable, Sendable {
        /// Each picture is a JPEG: a tenth of the bytes, and all that two cameras on one USB bus have room for.
        case mjpeg
        /// Packed 4:2:2, luma first.
        case yuyv
        /// Packed 4:2:2, chroma first.
        case uyvy
        /// 4:2:0 with interleaved chroma.
        case nv12
        /// Planar 4:2:0.
        case i420
    }

    /// How the samples are packed.
    public let codec: Codec
    /// The size of the pictures.
    public let size: PixelSize
    /// The most pictures a second.
    public let rate: FrameRate

    /// Creates a format.
    public init(codec: Codec, size: PixelSize, rate: FrameRate) {
        self.codec = codec
        self.size = size
        self.rate = rate
    }
}

extension CameraFormat: CustomStringConvertible {
    /// As `--camera-format` reads it: `1280x720@30:mjpeg`.
    public var description: String {
        "\(size)@\(rate):\(codec.rawValue)"
    }
}
