import CXCB
package import DoubletakeMedia

/// A cursor of one colour, in the shape of a rectangle: for tests, and for choosing a place on the screen.
///
/// The corresponding C type is `xcb_cursor_t`. One thread uses it at a time: that of its connection.
package final class X11Cursor {
    /// What the server calls it.
    package let id: X11ID
    private let connection: X11Connection

    /// Makes a cursor.
    ///
    /// The corresponding C function is `xcb_create_cursor`.
    ///
    /// - Parameters:
    ///   - size: how large it is.
    ///   - hotSpotX: the column that is at the pointer's position.
    ///   - hotSpotY: the row that is at the pointer's position.
    ///   - color: red, green and blue.
    package init(
        _ connection: X11Connection,
        size: PixelSize,
        hotSpotX: Int,
        hotSpotY: Int,
        color: (red: UInt8, green: UInt8, blue: UInt8)
    ) throws(X11Error) {
        self.connection = connection
        id = try connection.makeID()
        let shape = try connection.makeID()
        try unsafe connection.check("CreatePixmap") { pointer in
            unsafe xcb_create_pixmap_checked(
                pointer,
                1,
                shape.rawValue,
                connection.screen.root.rawValue,
                UInt16(size.width),
                UInt16(size.height)
            )
        }
        defer { unsafe connection.send { unsafe xcb_free_pixmap_checked($0, shape.rawValue) } }
        try connection.fill([PixelRect(size)], of: shape, with: 1)
        // The protocol's colours have 16 bits.
        let red = UInt16(color.red) * 257
        let green = UInt16(color.green) * 257
        let blue = UInt16(color.blue) * 257
        try unsafe connection.check("CreateCursor") { pointer in
            unsafe xcb_create_cursor_checked(
                pointer,
                id.rawValue,
                shape.rawValue,
                shape.rawValue,
                red,
                green,
                blue,
                red,
                green,
                blue,
                UInt16(hotSpotX),
                UInt16(hotSpotY)
            )
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_free_cursor_checked($0, id.rawValue) }
    }
}
