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
    let connection: X11Connection

    /// Makes a window with the screen's depth, which isn't shown yet.
    ///
    /// The corresponding C function is `xcb_create_window`.
    ///
    /// - Parameters:
    ///   - rect: where it is on the screen.
    ///   - background: the pixel value that it is filled with when it appears.
    ///   - management: who decides where it is.
    ///   - parent: the window that it lies in; nil for the screen itself.
    package init(
        _ connection: X11Connection,
        rect: PixelRect,
        background: UInt32,
        management: Management = .managed,
        parent: X11ID? = nil
    ) throws(X11Error) {
        self.connection = connection
        id = try connection.makeID()
        // In the order of the bits. What it shows stays at its upper left corner when it gets another size.
        let values = [background, XCB_GRAVITY_NORTH_WEST.rawValue, management == .unmanaged ? 1 : 0]
        let mask = XCB_CW_BACK_PIXEL.rawValue | XCB_CW_BIT_GRAVITY.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue
        try unsafe connection.check("CreateWindow") { pointer in
            // SAFETY: a value is passed for each bit of the mask.
            unsafe xcb_create_window_checked(
                pointer,
                UInt8(connection.screen.pixelFormat.depth),
                id.rawValue,
                (parent ?? connection.screen.root).rawValue,
                Int16(rect.x),
                Int16(rect.y),
                UInt16(rect.width),
                UInt16(rect.height),
                0,
                UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
                connection.screen.visual.rawValue,
                mask,
                values
            )
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_destroy_window_checked($0, id.rawValue) }
    }

    /// Shows it.
    package func show() throws(X11Error) {
        try connection.setVisibility(.shown, of: id)
    }

    /// Hides it.
    package func hide() throws(X11Error) {
        try connection.setVisibility(.hidden, of: id)
    }

    /// Puts it elsewhere and gives it another size.
    package func move(to rect: PixelRect) throws(X11Error) {
        try connection.move(id, to: rect)
    }

    /// Says what its title bar shows, and which class of windows it belongs to.
    ///
    /// The corresponding C function is `xcb_change_property`.
    package func describe(title: String, className: String) throws(X11Error) {
        try setText("_NET_WM_NAME", to: title, type: "UTF8_STRING")
        // For window managers that know only the older name.
        try setText("WM_NAME", to: title, type: "UTF8_STRING")
        try setText("WM_CLASS", to: "\(className.lowercased())\0\(className)\0", type: "STRING")
    }

    func setText(_ property: String, to text: String, type: String) throws(X11Error) {
        let atoms = (property: try connection.atom(named: property), type: try connection.atom(named: type))
        let bytes = Array(text.utf8)
        try unsafe connection.check("ChangeProperty") { pointer in
            // SAFETY: the bytes are passed with their own count.
            unsafe xcb_change_property_checked(
                pointer,
                UInt8(XCB_PROP_MODE_REPLACE.rawValue),
                id.rawValue,
                atoms.property.rawValue,
                atoms.type.rawValue,
                8,
                UInt32(bytes.count),
                bytes
            )
        }
    }

    /// Sets what the cursor looks like over it.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func setCursor(_ cursor: X11Cursor) throws(X11Error) {
        try connection.setCursor(cursor, of: id)
    }
}

extension X11Connection {
    /// Shows or hides a window of any program.
    ///
    /// The corresponding C functions are `xcb_map_window` and `xcb_unmap_window`.
    package func setVisibility(_ visibility: X11WindowState.Visibility, of window: X11ID) throws(X11Error) {
        switch visibility {
        case .shown: try unsafe check("MapWindow") { unsafe xcb_map_window_checked($0, window.rawValue) }
        case .hidden: try unsafe check("UnmapWindow") { unsafe xcb_unmap_window_checked($0, window.rawValue) }
        }
    }

    /// Puts a window of any program elsewhere and gives it another size.
    ///
    /// The corresponding C function is `xcb_configure_window`.
    package func move(_ window: X11ID, to rect: PixelRect) throws(X11Error) {
        // In the order of the bits.
        let values = [
            UInt32(bitPattern: Int32(rect.x)), UInt32(bitPattern: Int32(rect.y)), UInt32(rect.width),
            UInt32(rect.height),
        ]
        let mask =
            XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue | XCB_CONFIG_WINDOW_WIDTH.rawValue
            | XCB_CONFIG_WINDOW_HEIGHT.rawValue
        try unsafe check("ConfigureWindow") { pointer in
            // SAFETY: a value is passed for each bit of the mask.
            unsafe xcb_configure_window_checked(pointer, window.rawValue, UInt16(mask), values)
        }
    }
}
