import CXCB
package import DoubletakeMedia

/// A picture that the server keeps for us and nobody sees; gone when the object is.
///
/// What is drawn into it and then copied appears all at once. The corresponding C type is `xcb_pixmap_t`. One thread
/// uses it at a time: that of its connection.
package final class X11Pixmap {
    /// What the server calls it.
    package let id: X11ID
    private let connection: X11Connection
    private let pen: X11Pen

    /// Makes a picture of the screen's depth; what is in it is not defined until something is drawn.
    ///
    /// The corresponding C function is `xcb_create_pixmap`.
    package init(_ connection: X11Connection, size: PixelSize) throws(X11Error) {
        let id = try connection.makeID()
        try unsafe connection.check("CreatePixmap") { pointer in
            unsafe xcb_create_pixmap_checked(
                pointer,
                UInt8(connection.screen.pixelFormat.depth),
                id.rawValue,
                connection.screen.root.rawValue,
                UInt16(size.width),
                UInt16(size.height)
            )
        }
        self.id = id
        self.connection = connection
        pen = try X11Pen(connection, for: id, foreground: 0)
    }

    deinit {
        unsafe connection.send { unsafe xcb_free_pixmap_checked($0, id.rawValue) }
    }

    /// Copies a part of it into a window, or into the root, in one step; comes back when the server has done it.
    ///
    /// The corresponding C function is `xcb_copy_area`.
    package func copy(_ part: PixelRect, to drawable: X11ID, x: Int, y: Int) throws(X11Error) {
        try unsafe connection.check("CopyArea") { pointer in
            unsafe xcb_copy_area_checked(
                pointer,
                id.rawValue,
                drawable.rawValue,
                pen.id.rawValue,
                Int16(part.x),
                Int16(part.y),
                Int16(x),
                Int16(y),
                UInt16(part.width),
                UInt16(part.height)
            )
        }
    }
}
