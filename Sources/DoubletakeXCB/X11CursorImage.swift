import CXCB
package import DoubletakeMedia
import Glibc

/// What the cursor looks like, and where it points.
package struct X11CursorImage: Sendable {
    /// The picture: BGRA with its colours multiplied by alpha.
    package let picture: PixelBuffer
    /// The pixel of the picture that is at the pointer's position, from the left.
    package let hotSpotX: Int
    /// As `hotSpotX`, from the top.
    package let hotSpotY: Int
    /// The server's number of this shape.
    package let serial: UInt32
}

extension X11Connection {
    /// Asks for the event `cursorChanged` whenever the cursor looks different.
    ///
    /// The corresponding C function is `xcb_xfixes_select_cursor_input`.
    package func watchCursor() throws(X11Error) {
        try require(.xfixes)
        try unsafe check("XFixesSelectCursorInput") { connection in
            unsafe xcb_xfixes_select_cursor_input_checked(
                connection,
                screen.root.rawValue,
                XCB_XFIXES_CURSOR_NOTIFY_MASK_DISPLAY_CURSOR.rawValue
            )
        }
    }

    /// What the cursor looks like now; nil when it has no pixels.
    ///
    /// The corresponding C function is `xcb_xfixes_get_cursor_image`.
    package func cursorImage() throws(X11Error) -> X11CursorImage? {
        try require(.xfixes)
        let answer = try unsafe reply(to: "XFixesGetCursorImage") { connection, failure in
            let cookie = unsafe xcb_xfixes_get_cursor_image(connection)
            return unsafe xcb_xfixes_get_cursor_image_reply(connection, cookie, failure)
        }
        let size = unsafe PixelSize(
            width: Int(answer.pointer.pointee.width),
            height: Int(answer.pointer.pointee.height)
        )
        if PixelRect(size).isEmpty { return nil }
        // SAFETY: the pixels lie behind the reply, which is held, with the count that libxcb says. Each is a number
        // with alpha in its highest byte: on a little-endian machine that is BGRA.
        let pixels = unsafe RawSpan(
            _unsafeStart: UnsafeRawPointer(xcb_xfixes_get_cursor_image_cursor_image(answer.pointer)),
            byteCount: 4 * Int(xcb_xfixes_get_cursor_image_cursor_image_length(answer.pointer))
        )
        return unsafe X11CursorImage(
            picture: Self.picture(of: pixels, size: size),
            hotSpotX: Int(answer.pointer.pointee.xhot),
            hotSpotY: Int(answer.pointer.pointee.yhot),
            serial: answer.pointer.pointee.cursor_serial
        )
    }

    private static func picture(of pixels: RawSpan, size: PixelSize) -> PixelBuffer {
        let picture = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        let byteWidth = 4 * size.width
        let bytesPerRow = picture.bytesPerRow(ofPlane: 0)
        precondition(pixels.byteCount >= byteWidth * size.height, "the cursor has fewer pixels than its size says")
        picture.withMutableBytes(ofPlane: 0) { plane in
            // SAFETY: both sides have the rows, as is checked above and by the buffer's own layout.
            unsafe plane.withUnsafeMutableBytes { target in
                unsafe pixels.withUnsafeBytes { source in
                    for row in 0..<size.height {
                        guard let to = target.baseAddress, let from = source.baseAddress else { return }
                        unsafe memcpy(to + row * bytesPerRow, from + row * byteWidth, byteWidth)
                    }
                }
            }
        }
        return picture
    }
}
