import CFFmpeg
import DoubletakeMedia

/// Copies a decoded picture out of libav.
enum LibAVPictureReading {
    /// The picture in I420; nil when it is in another format, which `formatName(of:)` names.
    static func pixelBuffer(_ frame: borrowing LibAVFrame) -> PixelBuffer? {
        // SAFETY: plain numbers of our own frame are read.
        let picture = unsafe frame.pointer
        let format = unsafe AVPixelFormat(picture.pointee.format)
        let (width, height) = unsafe (Int(picture.pointee.width), Int(picture.pointee.height))
        guard format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_YUVJ420P, width > 0, height > 0 else { return nil }
        let buffer = unsafe PixelBuffer(
            format: .i420,
            displaySize: PixelSize(width: width, height: height),
            color: LibAVTrackReading.color(
                primaries: picture.pointee.color_primaries,
                transfer: picture.pointee.color_trc,
                matrix: picture.pointee.colorspace,
                isFullRange: picture.pointee.color_range == AVCOL_RANGE_JPEG || format == AV_PIX_FMT_YUVJ420P
            )
        )
        // SAFETY: a decoded frame of this format has three planes, rows `linesize` apart (which may be negative).
        let planes = unsafe [
            (picture.pointee.data.0, picture.pointee.linesize.0),
            (picture.pointee.data.1, picture.pointee.linesize.1),
            (picture.pointee.data.2, picture.pointee.linesize.2),
        ]
        for (number, plane) in PixelFormat.i420.planes.enumerated() {
            guard let start = unsafe planes[number].0 else { return nil }
            unsafe copy(
                start,
                bytesPerRow: Int(planes[number].1),
                columnCount: (width + plane.columnsPerElement - 1) / plane.columnsPerElement,
                rowCount: (height + plane.rowsPerElement - 1) / plane.rowsPerElement,
                to: buffer,
                plane: number
            )
        }
        return buffer
    }

    /// What libav calls the format of a picture.
    static func formatName(of frame: borrowing LibAVFrame) -> String {
        // SAFETY: the names are constants.
        unsafe av_get_pix_fmt_name(AVPixelFormat(frame.pointer.pointee.format)).map { unsafe String(cString: $0) }
            ?? "an unknown pixel format"
    }

    /// Copies a plane; a column and a row that the buffer has beyond it repeat the last ones.
    private static func copy(
        _ source: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int,
        columnCount: Int,
        rowCount: Int,
        to buffer: PixelBuffer,
        plane: Int
    ) {
        let targetBytesPerRow = buffer.bytesPerRow(ofPlane: plane)
        let targetColumnCount = buffer.codedSize.width / PixelFormat.i420.planes[plane].columnsPerElement
        let targetRowCount = buffer.rowCount(ofPlane: plane)
        buffer.withMutableBytes(ofPlane: plane) { span in
            unsafe span.withUnsafeMutableBytes { target in
                guard let start = target.baseAddress else { return }
                for row in 0..<targetRowCount {
                    // SAFETY: the source has `rowCount` rows of `columnCount` bytes, the target `targetRowCount` rows
                    // of at least `targetColumnCount`, which is `columnCount` or one more.
                    let from = unsafe source + min(row, rowCount - 1) * bytesPerRow
                    let to = unsafe start + row * targetBytesPerRow
                    unsafe to.copyMemory(from: from, byteCount: columnCount)
                    for column in columnCount..<max(columnCount, targetColumnCount) {
                        unsafe to.storeBytes(of: from[columnCount - 1], toByteOffset: column, as: UInt8.self)
                    }
                }
            }
        }
    }
}
