private import CTurboJPEG
private import CYUV
private import DoubletakeKernels
package import DoubletakeMedia

/// Decodes JPEGs, as cameras make them, into what the encoders take (I420, BT.709, limited range).
///
/// It belongs to one thread at a time. The corresponding C functions are `tjInitDecompress` and `tjDestroy`.
@safe
package struct JPEGDecoder: ~Copyable {
    /// What becomes of a picture whose samples are damaged.
    package enum Strictness: Sendable {
        /// Also what looks slightly wrong is an error: a picture that is half smear is worse than the one before.
        case strict
        /// What can be decoded is, as for a camera that never makes a faultless JPEG.
        case lenient
    }

    /// More pixels than any camera's sensor has: a header that says more is damaged, and would cost that much memory.
    private static let largestPixelCount = 1 << 26

    private struct Header {
        let size: PixelSize
        let subsampling: Int32
        let isGrey: Bool
    }

    private let handle: tjhandle
    /// Planes of chroma that have more samples than 4:2:0.
    private var cb: [UInt8] = []
    private var cr: [UInt8] = []

    /// Creates a decoder.
    package init() throws(JPEGError) {
        guard let handle = unsafe tjInitDecompress() else { throw .noDecoder }
        unsafe self.handle = handle
    }

    deinit {
        // SAFETY: made by `init`, destroyed once, and nothing uses it any more.
        unsafe tjDestroy(handle)
    }

    /// The size of a JPEG.
    package func size(of bytes: RawSpan) throws(JPEGError) -> PixelSize {
        try header(of: bytes).size
    }

    /// Decodes a JPEG.
    ///
    /// The corresponding C function is `tjDecompressToYUVPlanes`.
    ///
    /// - Parameters:
    ///   - color: what the camera says of its samples; `bt601Full` unless it says something else.
    ///   - picture: an I420 picture in memory, tagged `bt709Limited`, that only the caller holds, of the JPEG's size.
    ///     After an error it is half one thing and half another.
    package mutating func decode(
        _ bytes: RawSpan,
        color: CameraColor = .bt601Full,
        _ strictness: Strictness = .strict,
        into picture: PixelBuffer
    ) throws(JPEGError) {
        let header = try header(of: bytes)
        precondition(header.size == picture.displaySize, "the picture has another size than the JPEG")
        if !decodePlanes(of: bytes, header, strictness, into: picture) { throw .damaged(reason: lastReason) }
        picture.repeatEdges(of: PixelRect(header.size), ofPlane: 0)
        picture.recolor(from: color)
    }

    private func header(of bytes: RawSpan) throws(JPEGError) -> Header {
        var (width, height, subsampling, colorSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        // SAFETY: the bytes are lent for the call, with their own count; the call fills in locals.
        let status = unsafe bytes.withUnsafeBytes { source in
            unsafe tjDecompressHeader3(
                handle,
                source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt(source.count),
                &width,
                &height,
                &subsampling,
                &colorSpace
            )
        }
        guard status == 0, width >= 1, height >= 1 else { throw .unreadable(reason: lastReason) }
        let isGrey = colorSpace == Int32(TJCS_GRAY.rawValue)
        guard isGrey || colorSpace == Int32(TJCS_YCbCr.rawValue),
            Int(width) * Int(height) <= Self.largestPixelCount
        else { throw .unsupported }
        return Header(
            size: PixelSize(width: Int(width), height: Int(height)),
            subsampling: subsampling,
            isGrey: isGrey
        )
    }

    private mutating func decodePlanes(
        of bytes: RawSpan,
        _ header: Header,
        _ strictness: Strictness,
        into picture: PixelBuffer
    ) -> Bool {
        let is420 = header.subsampling == Int32(TJSAMP_420.rawValue)
        let chromaSize = planeSize(1, header)
        var (cb, cr) = takePlanes(sampleCount: is420 ? 0 : chromaSize.width * chromaSize.height)
        defer { (self.cb, self.cr) = (cb, cr) }
        var isWhole = false
        let flags = strictness == .strict ? TJFLAG_STOPONWARNING : 0
        let handle = unsafe self.handle
        // SAFETY: luma is padded to less than the next multiple of 64 columns and to the coded height, for which the
        // picture's plane has room; chroma goes into planes of exactly its size: the picture's, or ours.
        unsafe cb.withUnsafeMutableBufferPointer { cb in
            unsafe cr.withUnsafeMutableBufferPointer { cr in
                unsafe picture.withMutableI420(from: PixelRect(header.size)) { target in
                    var planes: [UnsafeMutablePointer<UInt8>?] = unsafe [
                        target.luma, is420 ? target.cb : cb.baseAddress, is420 ? target.cr : cr.baseAddress,
                    ]
                    let chromaStrides: [Int] =
                        is420 ? unsafe [target.cb_stride, target.cr_stride] : [chromaSize.width, chromaSize.width]
                    var strides = unsafe ([target.luma_stride] + chromaStrides).map { Int32($0) }
                    let status = unsafe bytes.withUnsafeBytes { source in
                        unsafe tjDecompressToYUVPlanes(
                            handle,
                            source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                            UInt(source.count),
                            &planes,
                            Int32(header.size.width),
                            &strides,
                            Int32(header.size.height),
                            flags
                        )
                    }
                    // A warning is a failure too, unless the samples may be damaged.
                    isWhole =
                        unsafe status == 0
                        || (strictness == .lenient && tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue))
                    guard isWhole, !is420 else { return }
                    unsafe Self.reduce(cb.baseAddress, of: chromaSize, to: target.cb, target.cb_stride, in: picture)
                    unsafe Self.reduce(cr.baseAddress, of: chromaSize, to: target.cr, target.cr_stride, in: picture)
                }
            }
        }
        return isWhole
    }

    /// The planes of chroma, with room for that many samples, for the time of a picture.
    private mutating func takePlanes(sampleCount: Int) -> (cb: [UInt8], cr: [UInt8]) {
        if cb.count < sampleCount {
            cb = [UInt8](repeating: 0, count: sampleCount)
            cr = cb
        }
        defer { (cb, cr) = ([], []) }
        return (cb, cr)
    }

    /// Makes a plane of chroma as large as 4:2:0 has it; without samples it is grey.
    private static func reduce(
        _ source: UnsafeMutablePointer<UInt8>?,
        of size: PixelSize,
        to target: UnsafeMutablePointer<UInt8>?,
        _ stride: Int,
        in picture: PixelBuffer
    ) {
        let (width, height) = (picture.codedSize.width / 2, picture.codedSize.height / 2)
        if size.width == 0 {
            // SAFETY: the plane has half of the coded size.
            unsafe doubletake_fill_plane(target, stride, width, height, 128)
            return
        }
        // SAFETY: as above; the source has exactly its size.
        unsafe ScalePlane(
            source,
            Int32(size.width),
            Int32(size.width),
            Int32(size.height),
            target,
            Int32(stride),
            Int32(width),
            Int32(height),
            kFilterBox
        )
    }

    private func planeSize(_ plane: Int32, _ header: Header) -> PixelSize {
        if header.isGrey { return PixelSize(width: 0, height: 0) }
        return PixelSize(
            width: Int(tjPlaneWidth(plane, Int32(header.size.width), header.subsampling)),
            height: Int(tjPlaneHeight(plane, Int32(header.size.height), header.subsampling))
        )
    }

    /// What the library says of its last failure.
    private var lastReason: String {
        // SAFETY: the text is copied at once; the next call of the library may change it.
        unsafe String(cString: tjGetErrorStr2(handle))
    }
}
