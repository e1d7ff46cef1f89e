import CXCB
package import DoubletakeMedia

/// Shows pictures in a window, through memory that the server shares where it can.
///
/// One thread uses it at a time: that of its connection.
package final class X11ImageWriter {
    private let connection: X11Connection
    private let window: X11ID
    private let pen: X11Pen
    private var segment: SharedImageSegment?
    /// Whether memory can't be shared with this server.
    private var isRefused = false

    /// How many bytes are sent at a time where no memory is shared.
    ///
    /// More, and a request is larger than a server without BIG-REQUESTS takes.
    private static let largestRequest = 128 * 1_024

    /// Prepares to draw into a window of the screen's depth, whose pixels are BGRA.
    package init(_ connection: X11Connection, window: X11ID) throws(X11Error) {
        self.connection = connection
        self.window = window
        pen = try X11Pen(connection, for: window, foreground: 0)
    }

    /// Shows a BGRA picture with its top left pixel at a place; comes back when the server has done it.
    ///
    /// The corresponding C functions are `xcb_shm_put_image` and `xcb_put_image`.
    package func show(_ picture: PixelBuffer, x: Int = 0, y: Int = 0) throws(X11Error) {
        precondition(picture.format == .bgra, "the picture is \(picture.format), not bgra")
        let byteCount = picture.bytesPerRow(ofPlane: 0) * picture.rowCount(ofPlane: 0)
        if let segment = sharedSegment(byteCount) {
            picture.withBytes(ofPlane: 0) { segment.write($0) }
            try put(picture, from: segment, x: x, y: y)
        } else {
            try send(picture, x: x, y: y)
        }
        // The memory is used again for the next picture.
        try connection.synchronize()
    }

    /// Memory with room for so many bytes; nil when none can be shared.
    private func sharedSegment(_ byteCount: Int) -> SharedImageSegment? {
        if let segment, segment.byteCount >= byteCount { return segment }
        if isRefused { return nil }
        segment = nil
        for origin in [SharedImageSegment.Origin.passedDescriptor, .systemV] {
            do throws(X11Error) {
                let made = try SharedImageSegment(connection, byteCount: byteCount, origin: origin)
                segment = made
                return made
            } catch {
                // The next way is slower, and shows the same.
                continue
            }
        }
        isRefused = true
        return nil
    }

    private func put(_ picture: PixelBuffer, from segment: SharedImageSegment, x: Int, y: Int) throws(X11Error) {
        let size = picture.displaySize
        let depth = connection.screen.pixelFormat.depth
        try unsafe connection.check("ShmPutImage") { pointer in
            unsafe xcb_shm_put_image_checked(
                pointer,
                window.rawValue,
                pen.id.rawValue,
                UInt16(picture.bytesPerRow(ofPlane: 0) / 4),
                UInt16(size.height),
                0,
                0,
                UInt16(size.width),
                UInt16(size.height),
                Int16(x),
                Int16(y),
                UInt8(depth),
                UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue),
                0,
                segment.id.rawValue,
                0
            )
        }
    }

    private func send(_ picture: PixelBuffer, x: Int, y: Int) throws(X11Error) {
        let (size, bytesPerRow) = (picture.displaySize, picture.bytesPerRow(ofPlane: 0))
        let depth = connection.screen.pixelFormat.depth
        let rowCount = max(Self.largestRequest / (size.width * 4), 1)
        for top in stride(from: 0, to: size.height, by: rowCount) {
            let rows = min(rowCount, size.height - top)
            let bytes = picture.withBytes(ofPlane: 0) { plane in
                (top..<top + rows).flatMap { row in
                    // SAFETY: the row lies in the plane; the bytes are copied out of it.
                    unsafe plane.extracting(row * bytesPerRow..<row * bytesPerRow + size.width * 4).withUnsafeBytes {
                        unsafe Array($0)
                    }
                }
            }
            try unsafe connection.check("PutImage") { pointer in
                // SAFETY: the bytes are passed with their own count.
                unsafe xcb_put_image_checked(
                    pointer,
                    UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue),
                    window.rawValue,
                    pen.id.rawValue,
                    UInt16(size.width),
                    UInt16(rows),
                    Int16(x),
                    Int16(y + top),
                    0,
                    UInt8(depth),
                    UInt32(bytes.count),
                    bytes
                )
            }
        }
    }
}
