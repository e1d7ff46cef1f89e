import CXCB

extension X11Connection {
    /// A colour of a table, each part with 8 bits.
    package typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// The colours of the table by which a window's pixels are shown, from the pixel 0 on; of the root's, those of the
    /// table that the screen has in use.
    ///
    /// The corresponding C functions are `xcb_query_colors`, `xcb_list_installed_colormaps` and
    /// `xcb_get_window_attributes`.
    package func colors(of window: X11ID, depth: Int) throws(X11Error) -> [Color] {
        let table = window == screen.root ? try installedColorTable() : try colorTable(of: window)
        let pixels = (0..<UInt32(1) << UInt32(depth)).map { $0 }
        let answer = try unsafe reply(to: "QueryColors") { connection, failure in
            // SAFETY: the pixels are passed with their own count.
            let cookie = unsafe xcb_query_colors(connection, table.rawValue, UInt32(pixels.count), pixels)
            return unsafe xcb_query_colors_reply(connection, cookie, failure)
        }
        // SAFETY: the colours lie behind the reply, with the count that libxcb says.
        let colors = unsafe UnsafeBufferPointer(
            start: xcb_query_colors_colors(answer.pointer),
            count: Int(xcb_query_colors_colors_length(answer.pointer))
        )
        // Of the protocol's 16 bits the upper ones are the colour of 8.
        return unsafe colors.map { (UInt8($0.red >> 8), UInt8($0.green >> 8), UInt8($0.blue >> 8)) }
    }

    private func installedColorTable() throws(X11Error) -> X11ID {
        let answer = try unsafe reply(to: "ListInstalledColormaps") { connection, failure in
            let cookie = unsafe xcb_list_installed_colormaps(connection, screen.root.rawValue)
            return unsafe xcb_list_installed_colormaps_reply(connection, cookie, failure)
        }
        // SAFETY: the list lies behind the reply, with the count that libxcb says.
        let tables = unsafe UnsafeBufferPointer(
            start: xcb_list_installed_colormaps_cmaps(answer.pointer),
            count: Int(xcb_list_installed_colormaps_cmaps_length(answer.pointer))
        )
        if let first = unsafe tables.first { return X11ID(first) }
        return try colorTable(of: screen.root)
    }

    private func colorTable(of window: X11ID) throws(X11Error) -> X11ID {
        let answer = try unsafe reply(to: "GetWindowAttributes") { connection, failure in
            let cookie = unsafe xcb_get_window_attributes(connection, window.rawValue)
            return unsafe xcb_get_window_attributes_reply(connection, cookie, failure)
        }
        return unsafe X11ID(answer.pointer.pointee.colormap)
    }

    /// Has the screen's table hold a colour, or the nearest one that it can show.
    ///
    /// The corresponding C function is `xcb_alloc_color`.
    ///
    /// - Returns: the colour's pixel, and what it shows.
    package func allocate(_ color: Color) throws(X11Error) -> (pixel: UInt32, color: Color) {
        let table = try colorTable(of: screen.root)
        let answer = try unsafe reply(to: "AllocColor") { connection, failure in
            let cookie = unsafe xcb_alloc_color(
                connection,
                table.rawValue,
                UInt16(color.red) * 257,
                UInt16(color.green) * 257,
                UInt16(color.blue) * 257
            )
            return unsafe xcb_alloc_color_reply(connection, cookie, failure)
        }
        let found = unsafe answer.pointer.pointee
        return (found.pixel, (UInt8(found.red >> 8), UInt8(found.green >> 8), UInt8(found.blue >> 8)))
    }
}
