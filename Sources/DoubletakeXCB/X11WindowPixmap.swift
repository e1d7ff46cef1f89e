import CXCB

/// The server's name for what a window shows, by itself: without what lies over it.
///
/// It stays what it is when the window gets another size or is hidden: then it is stale. Gone when the object is. The
/// corresponding C type is `xcb_pixmap_t`. One thread uses it at a time: that of its connection.
package final class X11WindowPixmap {
    /// What the server calls it.
    package let id: X11ID
    private let connection: X11Connection

    /// Names what a window shows now; the window is redirected and shown.
    ///
    /// The corresponding C function is `xcb_composite_name_window_pixmap`.
    package init(_ connection: X11Connection, of window: X11ID) throws(X11Error) {
        let id = try connection.makeID()
        try unsafe connection.check("CompositeNameWindowPixmap") { pointer in
            unsafe xcb_composite_name_window_pixmap_checked(pointer, window.rawValue, id.rawValue)
        }
        self.id = id
        self.connection = connection
    }

    deinit {
        unsafe connection.send { unsafe xcb_free_pixmap_checked($0, id.rawValue) }
    }
}
