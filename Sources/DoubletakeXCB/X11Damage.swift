import CXCB
package import DoubletakeMedia

/// Collects where a window has been drawn into, with all that is in it.
///
/// After the first change since the damage was last taken an event `damaged` comes, and none after it until it is taken
/// again. The corresponding C type is `xcb_damage_damage_t`. One thread uses it at a time: that of its connection.
@safe
package final class X11Damage {
    // @safe: replies are read while they are held.

    /// What its events call it.
    package let id: X11ID
    private let connection: X11Connection
    private let region: X11ID

    /// Begins to collect; what is there already counts as changed.
    ///
    /// The corresponding C function is `xcb_damage_create`.
    package init(_ connection: X11Connection, of drawable: X11ID) throws(X11Error) {
        self.connection = connection
        try connection.require(.xfixes)
        try connection.require(.damage)
        id = try connection.makeID()
        region = try connection.makeID()
        try unsafe connection.check("XFixesCreateRegion") { connection in
            unsafe xcb_xfixes_create_region_checked(connection, region.rawValue, 0, nil)
        }
        try unsafe connection.check("DamageCreate") { connection in
            unsafe xcb_damage_create_checked(
                connection,
                id.rawValue,
                drawable.rawValue,
                UInt8(XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY.rawValue)
            )
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_damage_destroy_checked($0, id.rawValue) }
        unsafe connection.send { unsafe xcb_xfixes_destroy_region_checked($0, region.rawValue) }
    }

    /// Takes what has changed since the last time, in the window's own pixels.
    ///
    /// What is drawn from here on counts for the next time, so that who reads the pixels afterwards misses nothing. The
    /// corresponding C functions are `xcb_damage_subtract` and `xcb_xfixes_fetch_region`.
    package func take() throws(X11Error) -> [PixelRect] {
        unsafe connection.send { unsafe xcb_damage_subtract_checked($0, id.rawValue, 0, region.rawValue) }
        let answer = try unsafe connection.reply(to: "XFixesFetchRegion") { connection, failure in
            let cookie = unsafe xcb_xfixes_fetch_region(connection, region.rawValue)
            return unsafe xcb_xfixes_fetch_region_reply(connection, cookie, failure)
        }
        // SAFETY: the rectangles lie behind the reply, which is held, with the count that libxcb says.
        let rectangles = unsafe UnsafeBufferPointer(
            start: xcb_xfixes_fetch_region_rectangles(answer.pointer),
            count: Int(xcb_xfixes_fetch_region_rectangles_length(answer.pointer))
        )
        return unsafe rectangles.map { rectangle in
            PixelRect(
                x: Int(rectangle.x),
                y: Int(rectangle.y),
                width: Int(rectangle.width),
                height: Int(rectangle.height)
            )
        }
    }
}
