import CXCB
package import DoubletakeMedia

extension X11Window {
    /// Makes it a sign that is only seen: the pointer goes through to what lies below, and no program draws a shadow.
    ///
    /// Signs are shown in a hurry, so nothing of it waits for the server; what that refuses is left out. The corresponding
    /// C functions are `xcb_xfixes_set_window_shape_region` and `xcb_change_property`.
    ///
    /// - Parameter className: which class of windows it belongs to.
    package func becomeSign(className: String) throws(X11Error) {
        try connection.require(.xfixes)
        let nothing = try connection.makeID()
        let kind = UInt8(XCB_SHAPE_SK_INPUT.rawValue)
        // SAFETY: no rectangles are passed.
        unsafe connection.send { unsafe xcb_xfixes_create_region_checked($0, nothing.rawValue, 0, nil) }
        unsafe connection.send { pointer in
            unsafe xcb_xfixes_set_window_shape_region_checked(pointer, id.rawValue, kind, 0, 0, nothing.rawValue)
        }
        unsafe connection.send { unsafe xcb_xfixes_destroy_region_checked($0, nothing.rawValue) }
        let names = Array("\(className.lowercased())\0\(className)\0".utf8)
        try put(names, bits: 8, into: "WM_CLASS", type: "STRING", count: names.count)
        // What picom and compton look for.
        try put([0, 0, 0, 0], bits: 32, into: "_COMPTON_SHADOW", type: "CARDINAL", count: 1)
    }

    private func put(
        _ bytes: [UInt8],
        bits: UInt8,
        into property: String,
        type: String,
        count: Int
    ) throws(X11Error) {
        let atoms = (property: try connection.atom(named: property), type: try connection.atom(named: type))
        unsafe connection.send { pointer in
            // SAFETY: the bytes are as many as `count` values of that many bits.
            unsafe xcb_change_property_checked(
                pointer,
                UInt8(XCB_PROP_MODE_REPLACE.rawValue),
                id.rawValue,
                atoms.property.rawValue,
                atoms.type.rawValue,
                bits,
                UInt32(count),
                bytes
            )
        }
    }
}

extension X11Connection {
    /// Shows windows at once, without waiting for the server.
    ///
    /// The corresponding C function is `xcb_map_window`.
    package func showAtOnce(_ windows: some Sequence<X11Window>) throws(X11Error) {
        for window in windows { unsafe send { unsafe xcb_map_window_checked($0, window.id.rawValue) } }
        try flush()
    }

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
