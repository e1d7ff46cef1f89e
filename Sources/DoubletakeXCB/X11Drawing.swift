import CXCB
package import DoubletakeMedia

/// A pen: the colour and the way in which a window is drawn into.
///
/// The corresponding C type is `xcb_gcontext_t`.
final class X11Pen {
    let id: X11ID
    private let connection: X11Connection

    /// Makes a pen for drawables of the same depth as `drawable`.
    ///
    /// The corresponding C function is `xcb_create_gc`.
    init(_ connection: X11Connection, for drawable: X11ID, foreground: UInt32) throws(X11Error) {
        self.connection = connection
        id = try connection.makeID()
        // In the order of the bits: what is in front of the root is drawn over, and no events tell of it.
        let values = [foreground, XCB_SUBWINDOW_MODE_INCLUDE_INFERIORS.rawValue, 0]
        let mask =
            XCB_GC_FOREGROUND.rawValue | XCB_GC_SUBWINDOW_MODE.rawValue | XCB_GC_GRAPHICS_EXPOSURES.rawValue
        try unsafe connection.check("CreateGC") { pointer in
            // SAFETY: a value is passed for each bit of the mask.
            unsafe xcb_create_gc_checked(pointer, id.rawValue, drawable.rawValue, mask, values)
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_free_gc_checked($0, id.rawValue) }
    }
}

extension X11Connection {
    /// Fills rectangles of a window, or of the root, with a pixel value; comes back when the server has done it.
    ///
    /// The corresponding C function is `xcb_poly_fill_rectangle`.
    package func fill(_ rectangles: [PixelRect], of drawable: X11ID, with pixel: UInt32) throws(X11Error) {
        let pen = try X11Pen(self, for: drawable, foreground: pixel)
        let parts = rectangles.map { rectangle in
            xcb_rectangle_t(
                x: Int16(rectangle.x),
                y: Int16(rectangle.y),
                width: UInt16(rectangle.width),
                height: UInt16(rectangle.height)
            )
        }
        try unsafe check("PolyFillRectangle") { connection in
            // SAFETY: the array is passed with its own count.
            unsafe xcb_poly_fill_rectangle_checked(
                connection,
                drawable.rawValue,
                pen.id.rawValue,
                UInt32(parts.count),
                parts
            )
        }
    }

    /// Sets what the cursor looks like over a window, or over the root.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func setCursor(_ cursor: X11Cursor, of window: X11ID) throws(X11Error) {
        var value = cursor.id.rawValue
        try unsafe check("ChangeWindowAttributes") { connection in
            // SAFETY: one value is passed for the one bit of the mask.
            unsafe xcb_change_window_attributes_checked(
                connection,
                window.rawValue,
                XCB_CW_CURSOR.rawValue,
                &value
            )
        }
    }
}

extension X11Screen {
    /// The pixel value of a colour whose parts have 8 bits; nil when pixels are indexes into a table.
    package func pixel(red: UInt8, green: UInt8, blue: UInt8) -> UInt32? {
        guard case .direct(let redMask, let greenMask, let blueMask) = pixelFormat.colorModel else { return nil }
        return Self.part(red, of: redMask) | Self.part(green, of: greenMask) | Self.part(blue, of: blueMask)
    }

    private static func part(_ value: UInt8, of mask: UInt32) -> UInt32 {
        let shift = UInt32(mask.trailingZeroBitCount)
        // The largest value of the part stands for 255, and the others are rounded.
        let largest = UInt64(mask >> shift)
        return UInt32((UInt64(value) * largest * 2 + 255) / 510) << shift
    }
}
