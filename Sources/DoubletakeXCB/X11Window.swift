import CXCB
package import DoubletakeMedia

/// A window of ours; gone when the object is.
///
/// The corresponding C type is `xcb_window_t`. One thread uses it at a time: that of its connection.
package final class X11Window {
    /// Who decides where it is and how it is decorated.
    package enum Management: Hashable, Sendable {
        /// The window manager.
        case managed
        /// We alone.
        case unmanaged
    }

    /// What the server calls it.
    package let id: X11ID
    private let connection: X11Connection

    /// Makes a window with the screen's depth, which isn't shown yet.
    ///
    /// The corresponding C function is `xcb_create_window`.
    ///
    /// - Parameters:
    ///   - rect: where it is on the screen.
    ///   - background: the pixel value that it is filled with when it appears.
    ///   - management: who decides where it is.
    package init(
        _ connection: X11Connection,
        rect: PixelRect,
        background: UInt32,
        management: Management = .managed
    ) throws(X11Error) {
        self.connection = connection
        id = try connection.makeID()
        // In the order of the bits.
        let values = [background, management == .unmanaged ? 1 : 0]
        try unsafe connection.check("CreateWindow") { pointer in
            // SAFETY: a value is passed for each bit of the mask.
            unsafe xcb_create_window_checked(
                pointer,
                UInt8(connection.screen.depth),
                id.rawValue,
                connection.screen.root.rawValue,
                Int16(rect.x),
                Int16(rect.y),
                UInt16(rect.width),
                UInt16(rect.height),
                0,
                UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
                connection.screen.visual.rawValue,
                XCB_CW_BACK_PIXEL.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue,
                values
            )
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_destroy_window_checked($0, id.rawValue) }
    }

    /// Shows it.
    ///
    /// The corresponding C function is `xcb_map_window`.
    package func show() throws(X11Error) {
        try unsafe connection.check("MapWindow") { unsafe xcb_map_window_checked($0, id.rawValue) }
    }

    /// Hides it.
    ///
    /// The corresponding C function is `xcb_unmap_window`.
    package func hide() throws(X11Error) {
        try unsafe connection.check("UnmapWindow") { unsafe xcb_unmap_window_checked($0, id.rawValue) }
    }

    /// Sets what the cursor looks like over it.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func setCursor(_ cursor: X11Cursor) throws(X11Error) {
        try connection.setCursor(cursor, of: id)
    }
}
