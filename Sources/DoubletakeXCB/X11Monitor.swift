import CXCB
package import DoubletakeMedia

/// A monitor: a part of the screen, with a name.
package struct X11Monitor: Hashable, Sendable {
    /// What people know it by: `DP-1`.
    package let name: String
    /// Where it is on the screen.
    package let rect: PixelRect
    /// Whether the desktop treats it as the first.
    package let role: Role

    /// What the desktop thinks of a monitor.
    package enum Role: Hashable, Sendable {
        /// Panels and new windows come here.
        case primary
        /// One of the others.
        case secondary
    }

    /// Creates a description of a monitor.
    package init(name: String, rect: PixelRect, role: Role = .secondary) {
        self.name = name
        self.rect = rect
        self.role = role
    }
}

extension X11Connection {
    /// The monitors that are on, in the server's order; none when the server doesn't know of monitors.
    ///
    /// The corresponding C function is `xcb_randr_get_monitors`.
    package func monitors() throws(X11Error) -> [X11Monitor] {
        guard try hasMonitors() else { return [] }
        let answer = try unsafe reply(to: "RRGetMonitors") { connection, failure in
            let cookie = unsafe xcb_randr_get_monitors(connection, screen.root.rawValue, 1)
            return unsafe xcb_randr_get_monitors_reply(connection, cookie, failure)
        }
        var monitors: [X11Monitor] = []
        // SAFETY: the iterator stays within the reply, which is held.
        var iterator = unsafe xcb_randr_get_monitors_monitors_iterator(answer.pointer)
        while unsafe iterator.rem > 0 {
            let monitor = unsafe iterator.data.pointee
            unsafe xcb_randr_monitor_info_next(&iterator)
            monitors.append(
                X11Monitor(
                    name: try name(of: X11Atom(monitor.name)),
                    rect: PixelRect(
                        x: Int(monitor.x),
                        y: Int(monitor.y),
                        width: Int(monitor.width),
                        height: Int(monitor.height)
                    ),
                    role: monitor.primary != 0 ? .primary : .secondary
                )
            )
        }
        return monitors
    }

    /// The names of the outputs that monitors can be connected to; none when the server doesn't know of them.
    ///
    /// The corresponding C functions are `xcb_randr_get_screen_resources_current` and `xcb_randr_get_output_info`.
    package func outputNames() throws(X11Error) -> [String] {
        guard try hasMonitors() else { return [] }
        let resources = try unsafe reply(to: "RRGetScreenResourcesCurrent") { connection, failure in
            let cookie = unsafe xcb_randr_get_screen_resources_current(connection, screen.root.rawValue)
            return unsafe xcb_randr_get_screen_resources_current_reply(connection, cookie, failure)
        }
        // SAFETY: the outputs lie behind the reply, and each name behind its own, with the counts that libxcb says.
        let outputs = unsafe Array(
            UnsafeBufferPointer(
                start: xcb_randr_get_screen_resources_current_outputs(resources.pointer),
                count: Int(xcb_randr_get_screen_resources_current_outputs_length(resources.pointer))
            )
        )
        let time = unsafe resources.pointer.pointee.config_timestamp
        var names: [String] = []
        for output in outputs {
            let answer = try unsafe reply(to: "RRGetOutputInfo") { connection, failure in
                let cookie = unsafe xcb_randr_get_output_info(connection, output, time)
                return unsafe xcb_randr_get_output_info_reply(connection, cookie, failure)
            }
            let bytes = unsafe UnsafeRawBufferPointer(
                start: xcb_randr_get_output_info_name(answer.pointer),
                count: Int(xcb_randr_get_output_info_name_length(answer.pointer))
            )
            unsafe names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }

    /// Asks for the events `screenChanged`, and `resized` and `propertyChanged` of the root.
    ///
    /// The corresponding C functions are `xcb_randr_select_input` and `xcb_change_window_attributes`.
    package func watchScreen() throws(X11Error) {
        if try hasMonitors() {
            let kinds = [
                XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE, XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE,
                XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE,
            ]
            try unsafe check("RRSelectInput") { connection in
                unsafe xcb_randr_select_input_checked(
                    connection,
                    screen.root.rawValue,
                    UInt16(kinds.reduce(0) { $0 | $1.rawValue })
                )
            }
        }
        let kinds = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        try select(kinds, of: screen.root)
    }

    /// Whether the server speaks a version of RandR that has monitors.
    private func hasMonitors() throws(X11Error) -> Bool {
        do throws(X11Error) {
            return try require(.randr) >= X11Extension.Version(1, 5)
        } catch {
            if case .missingExtension = error { return false }
            throw error
        }
    }
}
