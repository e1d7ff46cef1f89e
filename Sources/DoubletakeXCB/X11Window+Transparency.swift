import CXCB
package import DoubletakeMedia

extension X11Window {
    /// Lets the pointer through to what lies below, for good: the window is only seen.
    ///
    /// The corresponding C function is `xcb_xfixes_set_window_shape_region`.
    package func letPointerThrough() throws(X11Error) {
        try connection.require(.xfixes)
        let nothing = try connection.makeID()
        try unsafe connection.check("XFixesCreateRegion") { pointer in
            // SAFETY: no rectangles are passed.
            unsafe xcb_xfixes_create_region_checked(pointer, nothing.rawValue, 0, nil)
        }
        defer { unsafe connection.send { unsafe xcb_xfixes_destroy_region_checked($0, nothing.rawValue) } }
        let kind = UInt8(XCB_SHAPE_SK_INPUT.rawValue)
        try unsafe connection.check("XFixesSetWindowShapeRegion") { pointer in
            unsafe xcb_xfixes_set_window_shape_region_checked(pointer, id.rawValue, kind, 0, 0, nothing.rawValue)
        }
    }

    /// Asks programs that draw shadows around windows to leave this one without.
    ///
    /// The corresponding C function is `xcb_change_property`.
    package func renounceShadow() throws(X11Error) {
        try connection.set("_COMPTON_SHADOW", of: id, to: [0])
    }
}

extension X11Connection {
    /// Where a window is on the screen, without its border; nil when there is none of that id.
    ///
    /// The corresponding C functions are `xcb_translate_coordinates` and `xcb_get_geometry`.
    package func place(ofWindow window: X11ID) throws(X11Error) -> PixelRect? {
        try absentIfGone { () throws(X11Error) in
            let corner = try unsafe reply(to: "TranslateCoordinates") { connection, failure in
                let cookie = unsafe xcb_translate_coordinates(connection, window.rawValue, screen.root.rawValue, 0, 0)
                return unsafe xcb_translate_coordinates_reply(connection, cookie, failure)
            }
            let size = try size(of: window)
            return unsafe PixelRect(
                x: Int(corner.pointer.pointee.dst_x),
                y: Int(corner.pointer.pointee.dst_y),
                width: size.width,
                height: size.height
            )
        }
    }

    /// The window right below the root that the pointer is over and that gets what it does; nil when that is the root.
    ///
    /// The corresponding C function is `xcb_query_pointer`.
    package func windowUnderPointer() throws(X11Error) -> X11ID? {
        let answer = try unsafe reply(to: "QueryPointer") { connection, failure in
            unsafe xcb_query_pointer_reply(connection, xcb_query_pointer(connection, screen.root.rawValue), failure)
        }
        let window = unsafe X11ID(answer.pointer.pointee.child)
        return window == .none ? nil : window
    }

    /// Keeps the server's own screen saver and its saving of power away, for as long as the connection lasts.
    ///
    /// The corresponding C function is `xcb_screensaver_suspend`.
    package func suspendScreenSaver() throws(X11Error) {
        try require(.screenSaver)
        try unsafe check("ScreenSaverSuspend") { unsafe xcb_screensaver_suspend_checked($0, 1) }
    }
}
