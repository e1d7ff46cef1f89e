private import CYUV
private import DoubletakeJPEG
private import DoubletakeKernels
package import DoubletakeMedia

/// Decodes JPEGs, as cameras make them, into what the encoders take (I420, BT.709, limited range).
///
/// It does so strip by strip: a strip's samples get their colours and their places while they are in the processor's cache.
/// It belongs to one thread at a time. The corresponding C functions are libjpeg's `jpeg_create_decompress` and
/// `jpeg_destroy_decompress`.
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

    private let jpeg: OpaquePointer

    /// Creates a decoder.
    package init() throws(JPEGError) {
        guard let jpeg = unsafe doubletake_jpeg_make() else { throw .noDecoder }
        unsafe self.jpeg = jpeg
    }

    deinit {
        // SAFETY: made by `init`, destroyed once, and nothing uses it any more.
        unsafe doubletake_jpeg_free(jpeg)
    }

    /// The size of a JPEG.
    package func size(of bytes: RawSpan) throws(JPEGError) -> PixelSize {
        // SAFETY: of what is opened here nothing is decoded.
        try unsafe bytes.withUnsafeBytes { (source) throws(JPEGError) in try unsafe open(source, .lenient) }
    }

    /// Decodes a JPEG.
    ///
    /// The corresponding C function is `jpeg_read_raw_data`.
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
        // SAFETY: the bytes are lent until the picture is closed.
        try unsafe bytes.withUnsafeBytes { (source) throws(JPEGError) in
            let size = try unsafe open(source, strictness)
            precondition(size == picture.displaySize, "the picture has another size than the JPEG")
            try decodeStrips(of: picture, color)
        }
        picture.repeatEdges(of: PixelRect(picture.displaySize), ofPlane: 0)
    }

    private func open(_ source: UnsafeRawBufferPointer, _ strictness: Strictness) throws(JPEGError) -> PixelSize {
        var header = doubletake_jpeg_header()
        // SAFETY: the bytes are passed with their own count; the call fills in a local.
        let isOpen = unsafe doubletake_jpeg_open(
            jpeg,
            source.baseAddress?.assumingMemoryBound(to: UInt8.self),
            source.count,
            strictness == .strict,
            &header
        )
        guard isOpen, header.width >= 1, header.height >= 1 else { throw .unreadable(reason: lastReason) }
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        guard header.is_known_kind, size.width * size.height <= Self.largestPixelCount else { throw .unsupported }
        return size
    }

    private func decodeStrips(of picture: PixelBuffer, _ color: CameraColor) throws(JPEGError) {
        let size = picture.codedSize
        let rowCount = Int(unsafe doubletake_jpeg_begin(jpeg))
        guard rowCount > 0 else { throw .damaged(reason: lastReason) }
        for row in stride(from: 0, to: size.height, by: rowCount) {
            let strip = PixelRect(x: 0, y: row, width: size.width, height: min(rowCount, size.height - row))
            guard decode(strip, of: picture) else { throw .damaged(reason: lastReason) }
            picture.recolor(strip, from: color)
        }
        guard unsafe doubletake_jpeg_end(jpeg) else { throw .damaged(reason: lastReason) }
    }

    /// Decodes the next strip; false when it is damaged.
    private func decode(_ strip: PixelRect, of picture: PixelBuffer) -> Bool {
        var isWhole = false
        // SAFETY: a row of luma is padded to less than the next multiple of 64 columns, for which the plane has room; a
        // strip of chroma has half of the strip's width and height.
        unsafe picture.withMutableI420(from: strip) { target in
            var chroma = unsafe doubletake_jpeg_chroma()
            isWhole = unsafe doubletake_jpeg_read_strip(
                jpeg, target.luma, target.luma_stride, Int32(strip.height), &chroma)
            guard isWhole else { return }
            unsafe Self.reduce(chroma.cb, chroma, to: target.cb, target.cb_stride, strip)
            unsafe Self.reduce(chroma.cr, chroma, to: target.cr, target.cr_stride, strip)
        }
        return isWhole
    }

    /// Makes a plane of a strip's chroma as large as 4:2:0 has it; without samples it is grey.
    private static func reduce(
        _ source: UnsafePointer<UInt8>?,
        _ chroma: doubletake_jpeg_chroma,
        to target: UnsafeMutablePointer<UInt8>?,
        _ stride: Int,
        _ strip: PixelRect
    ) {
        let (width, height) = (strip.width / 2, strip.height / 2)
        guard let source = unsafe source else {
            // SAFETY: the plane has half of the strip's size.
            unsafe doubletake_fill_plane(target, stride, width, height, 128)
            return
        }
        // SAFETY: as above; the source has the size that is said of it.
        unsafe ScalePlane(
            source,
            chroma.stride,
            chroma.width,
            chroma.height,
            target,
            Int32(stride),
            Int32(width),
            Int32(height),
            kFilterBox
        )
    }

    /// What the library says of its last failure.
    private var lastReason: String {
        // SAFETY: the text is copied at once; the next call of the library may change it.
        unsafe String(cString: doubletake_jpeg_reason(jpeg))
    }
}
