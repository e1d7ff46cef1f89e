import CXCB
package import DoubletakeMedia

/// What a window's program says of it.
package struct X11WindowDescription: Hashable, Sendable {
    /// What its title bar says; empty when its program says nothing.
    package let title: String
    /// The program's class (`Firefox`), by which desktops group windows; empty as above.
    package let className: String
    /// The program's process; nil when that isn't said.
    package let processIdentifier: Int?
    /// How much of each side is shadow that the program draws itself, around what people take for the window.
    package let frameExtents: FrameExtents

    /// Widths at the sides of a window, in pixels.
    package struct FrameExtents: Hashable, Sendable {
        /// At the left side.
        package var left = 0
        /// At the right side.
        package var right = 0
        /// At the upper side.
        package var top = 0
        /// At the lower side.
        package var bottom = 0

        /// What is left of a window of that size; all of it when nothing would be.
        package func inside(_ size: PixelSize) -> PixelRect {
            let width = size.width - left - right
            let height = size.height - top - bottom
            guard width > 0, height > 0 else { return PixelRect(size) }
            return PixelRect(x: left, y: top, width: width, height: height)
        }
    }
}

extension X11Connection {
    /// What a window's program says of it; nil when there is no such window.
    ///
    /// The corresponding C function is `xcb_get_property`.
    package func description(ofWindow window: X11ID) throws(X11Error) -> X11WindowDescription? {
        try absentIfGone { () throws(X11Error) in
            let modernTitle = try text("_NET_WM_NAME", of: window)
            let title = modernTitle.isEmpty ? try text("WM_NAME", of: window) : modernTitle
            // Two texts, each ended by a zero: the program's own name for the window, and its class.
            let classes = try bytes("WM_CLASS", of: window).split(separator: 0, omittingEmptySubsequences: false)
            let extents = try numbers("_GTK_FRAME_EXTENTS", of: window).map { Int($0) }
            return X11WindowDescription(
                title: title,
                className: classes.count > 1 ? String(decoding: classes[1], as: UTF8.self) : "",
                processIdentifier: try numbers("_NET_WM_PID", of: window).first.map { Int($0) },
                frameExtents: extents.count == 4
                    ? .init(left: extents[0], right: extents[1], top: extents[2], bottom: extents[3]) : .init()
            )
        }
    }

    /// The windows that the window manager manages, the oldest first; nil when no window manager says so.
    package func managedWindows() throws(X11Error) -> [X11ID]? {
        let windows = try numbers("_NET_CLIENT_LIST", of: screen.root)
        // With a window manager, none is an answer too.
        if windows.isEmpty, try !hasWindowManager() { return nil }
        return windows.map { X11ID($0) }
    }

    /// Whether a window manager says that it is there (EWMH's `_NET_SUPPORTING_WM_CHECK`); from then on it gets to know of
    /// each new window.
    package func hasWindowManager() throws(X11Error) -> Bool {
        try !numbers("_NET_SUPPORTING_WM_CHECK", of: screen.root).isEmpty
    }

    /// The window that has the focus, as the window manager says it, or else the server; nil when none has.
    ///
    /// The corresponding C function is `xcb_get_input_focus`.
    package func activeWindow() throws(X11Error) -> X11ID? {
        if let managed = try numbers("_NET_ACTIVE_WINDOW", of: screen.root).first, managed != 0 {
            return X11ID(managed)
        }
        let answer = try unsafe reply(to: "GetInputFocus") { connection, failure in
            unsafe xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), failure)
        }
        let focus = unsafe X11ID(answer.pointer.pointee.focus)
        let isNone = focus.rawValue <= XCB_INPUT_FOCUS_FOLLOW_KEYBOARD.rawValue || focus == screen.root
        return isNone ? nil : focus
    }

    /// Sets a property of a window to numbers.
    ///
    /// The corresponding C function is `xcb_change_property`.
    package func set(_ name: String, of window: X11ID, to numbers: [UInt32]) throws(X11Error) {
        try change(name, of: window, by: XCB_PROP_MODE_REPLACE, numbers)
    }

    /// Puts numbers behind those that a property of a window has.
    ///
    /// The corresponding C function is `xcb_change_property`.
    package func add(_ numbers: [UInt32], to name: String, of window: X11ID) throws(X11Error) {
        try change(name, of: window, by: XCB_PROP_MODE_APPEND, numbers)
    }

    private func change(
        _ name: String,
        of window: X11ID,
        by mode: xcb_prop_mode_t,
        _ numbers: [UInt32]
    ) throws(X11Error) {
        let atoms = (property: try atom(named: name), type: try atom(named: "CARDINAL"))
        try unsafe check("ChangeProperty") { pointer in
            // SAFETY: numbers of 32 bits are passed with their own count.
            unsafe xcb_change_property_checked(
                pointer,
                UInt8(mode.rawValue),
                window.rawValue,
                atoms.property.rawValue,
                atoms.type.rawValue,
                32,
                UInt32(numbers.count),
                numbers
            )
        }
    }

    /// The text in a property of a window; empty when there is none.
    func text(_ name: String, of window: X11ID) throws(X11Error) -> String {
        String(decoding: try bytes(name, of: window), as: UTF8.self)
    }

    private func bytes(_ name: String, of window: X11ID) throws(X11Error) -> [UInt8] {
        let answer = try property(name, of: window)
        guard unsafe answer.pointer.pointee.format == 8 else { return [] }
        // SAFETY: the value lies behind the reply, which is held, with the length in bytes that libxcb says.
        return unsafe Array(
            UnsafeRawBufferPointer(
                start: xcb_get_property_value(answer.pointer),
                count: Int(xcb_get_property_value_length(answer.pointer))
            )
        )
    }

    /// The numbers in a property of a window; empty when there are none.
    ///
    /// The corresponding C function is `xcb_get_property`.
    package func numbers(_ name: String, of window: X11ID) throws(X11Error) -> [UInt32] {
        let answer = try property(name, of: window)
        guard unsafe answer.pointer.pointee.format == 32 else { return [] }
        // SAFETY: as above; the value of this format is an array of 32 bits each, which libxcb aligns.
        let values = unsafe UnsafeRawBufferPointer(
            start: xcb_get_property_value(answer.pointer),
            count: Int(xcb_get_property_value_length(answer.pointer))
        )
        return unsafe values.withMemoryRebound(to: UInt32.self) { unsafe Array($0) }
    }

    private func property(
        _ name: String,
        of window: X11ID
    ) throws(X11Error) -> X11Reply<xcb_get_property_reply_t> {
        let atom = try atom(named: name)
        return try unsafe reply(to: "GetProperty") { connection, failure in
            let cookie = unsafe xcb_get_property(
                connection,
                0,
                window.rawValue,
                atom.rawValue,
                XCB_GET_PROPERTY_TYPE_ANY.rawValue,
                0,
                largestProperty
            )
            return unsafe xcb_get_property_reply(connection, cookie, failure)
        }
    }
}

/// How much of a property is read, in units of four bytes.
///
/// More, and a program's absurd title fills the memory; less, and the list of a desktop's windows is cut.
private let largestProperty: UInt32 = 16_384
