import CXCB
package import DoubletakeMedia

/// A cursor: one of the server's own, or for tests one of one colour in the shape of a rectangle.
///
/// The corresponding C type is `xcb_cursor_t`. One thread uses it at a time: that of its connection.
package final class X11Cursor {
    /// What the server calls it.
    package let id: X11ID
    private let connection: X11Connection

    /// A shape that every server has.
    package enum Standard: UInt16, Hashable, Sendable {
        /// Two thin lines that cross: for choosing a place.
        case crosshair = 34
    }

    /// Makes a cursor of a shape that the server has.
    ///
    /// The corresponding C functions are `xcb_open_font` and `xcb_create_glyph_cursor`.
    package init(_ connection: X11Connection, standard: Standard) throws(X11Error) {
        self.connection = connection
        id = try connection.makeID()
        let font = try connection.makeID()
        let name = "cursor"
        try unsafe connection.check("OpenFont") { pointer in
            // SAFETY: the name is valid within the call and passed with its length.
            unsafe name.withCString {
                unsafe xcb_open_font_checked(pointer, font.rawValue, UInt16(name.utf8.count), $0)
            }
        }
        defer { unsafe connection.send { unsafe xcb_close_font_checked($0, font.rawValue) } }
        try unsafe connection.check("CreateGlyphCursor") { pointer in
            // A glyph's mask is the one behind it. White within black: seen on everything.
            unsafe xcb_create_glyph_cursor_checked(
                pointer,
                id.rawValue,
                font.rawValue,
                font.rawValue,
                standard.rawValue,
                standard.rawValue + 1,
                .max,
                .max,
                .max,
                0,
                0,
                0
            )
        }
    }

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
