import CXCB
package import DoubletakeMedia

/// How a window of any program is at the moment.
package struct X11WindowState: Hashable, Sendable {
    /// Whether its pixels exist.
    package enum Visibility: Hashable, Sendable {
        /// It is shown, whatever lies over it.
        case shown
        /// It, or a window that it lies in, is hidden: iconified, or on another workspace.
        case hidden
    }

    /// Its size without its border.
    package let size: PixelSize
    /// The width of its border.
    package let borderWidth: Int
    /// Whether its pixels exist.
    package let visibility: Visibility
    /// How its pixels lie; nil for a window that has none, which only takes input.
    package let pixelFormat: X11PixelFormat?
}

extension X11Connection {
    /// Has the server keep what a window shows apart from what lies over it, for as long as the connection lasts.
    ///
    /// What is on the screen stays the same. Parts that were covered until then are only there once the window's program
    /// has drawn them, which the server asks it to. The corresponding C function is `xcb_composite_redirect_window`.
    package func redirect(_ window: X11ID) throws(X11Error) {
        try require(.composite)
        try unsafe check("CompositeRedirectWindow") { connection in
            unsafe xcb_composite_redirect_window_checked(
                connection,
                window.rawValue,
                UInt8(XCB_COMPOSITE_REDIRECT_AUTOMATIC.rawValue)
            )
        }
    }

    /// Asks for the events `resized`, `mapped`, `unmapped` and `destroyed` of a window.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func watchWindow(_ window: X11ID) throws(X11Error) {
        try select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, of: window)
    }

    /// Asks for the events `propertyChanged` of a window of ours.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func watchProperties(of window: X11ID) throws(X11Error) {
        try select(XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue, of: window)
    }

    /// Asks for the events `propertyChanged` of the root, which tell of windows that come and go and get the focus.
    ///
    /// It takes the place of `watchScreen()`, whose events come too. The corresponding C function is
    /// `xcb_change_window_attributes`.
    package func watchDesktop() throws(X11Error) {
        let kinds = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        try select(kinds | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue, of: screen.root)
    }

    func select(_ kinds: UInt32, of window: X11ID) throws(X11Error) {
        try unsafe check("ChangeWindowAttributes") { connection in
            var mask = kinds
            // SAFETY: one value is passed for the one bit of the mask.
            return unsafe xcb_change_window_attributes_checked(
                connection,
                window.rawValue,
                XCB_CW_EVENT_MASK.rawValue,
                &mask
            )
        }
    }

    /// How a window is now; nil when there is none of that id.
    ///
    /// The corresponding C functions are `xcb_get_window_attributes` and `xcb_get_geometry`.
    package func state(ofWindow window: X11ID) throws(X11Error) -> X11WindowState? {
        try absentIfGone { () throws(X11Error) in
            let attributes = try unsafe reply(to: "GetWindowAttributes") { connection, failure in
                let cookie = unsafe xcb_get_window_attributes(connection, window.rawValue)
                return unsafe xcb_get_window_attributes_reply(connection, cookie, failure)
            }
            let geometry = try unsafe reply(to: "GetGeometry") { connection, failure in
                let cookie = unsafe xcb_get_geometry(connection, window.rawValue)
                return unsafe xcb_get_geometry_reply(connection, cookie, failure)
            }
            let isShown = unsafe attributes.pointer.pointee.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue)
            return unsafe X11WindowState(
                size: PixelSize(
                    width: Int(geometry.pointer.pointee.width),
                    height: Int(geometry.pointer.pointee.height)
                ),
                borderWidth: Int(geometry.pointer.pointee.border_width),
                visibility: isShown ? .shown : .hidden,
                pixelFormat: screen.pixelFormat(ofVisual: X11ID(attributes.pointer.pointee.visual))
            )
        }
    }

    /// The window right below the root that a window lies in, or is; nil when it is gone.
    ///
    /// With a window manager that is mostly a frame of the manager's. The corresponding C function is `xcb_query_tree`.
    package func topLevel(of window: X11ID) throws(X11Error) -> X11ID? {
        try absentIfGone { () throws(X11Error) in
            var inner = window
            while true {
                let answer = try unsafe reply(to: "QueryTree") { connection, failure in
                    unsafe xcb_query_tree_reply(connection, xcb_query_tree(connection, inner.rawValue), failure)
                }
                let parent = unsafe X11ID(answer.pointer.pointee.parent)
                if parent == screen.root || parent == .none { return inner }
                inner = parent
            }
        }
    }

    /// Where a window's first pixel inside of its border is on the screen; nil when it is gone.
    ///
    /// The corresponding C function is `xcb_translate_coordinates`.
    package func origin(ofWindow window: X11ID) throws(X11Error) -> (x: Int, y: Int)? {
        try absentIfGone { () throws(X11Error) in
            let answer = try unsafe reply(to: "TranslateCoordinates") { connection, failure in
                let root = screen.root.rawValue
                let cookie = unsafe xcb_translate_coordinates(connection, window.rawValue, root, 0, 0)
                return unsafe xcb_translate_coordinates_reply(connection, cookie, failure)
            }
            return unsafe (Int(answer.pointer.pointee.dst_x), Int(answer.pointer.pointee.dst_y))
        }
    }

    /// The windows that lie in a window, the lowest first.
    ///
    /// The corresponding C function is `xcb_query_tree`.
    package func children(of window: X11ID) throws(X11Error) -> [X11ID] {
        let answer = try unsafe reply(to: "QueryTree") { connection, failure in
            unsafe xcb_query_tree_reply(connection, xcb_query_tree(connection, window.rawValue), failure)
        }
        // SAFETY: the windows lie behind the reply, which is held, with the count that libxcb says.
        let windows = unsafe UnsafeBufferPointer(
            start: xcb_query_tree_children(answer.pointer),
            count: Int(xcb_query_tree_children_length(answer.pointer))
        )
        return unsafe windows.map { X11ID($0) }
    }

    /// The answer; nil when the window that was asked about is gone, as it may be at any moment.
    func absentIfGone<Answer>(_ ask: () throws(X11Error) -> Answer) throws(X11Error) -> Answer? {
        do throws(X11Error) {
            return try ask()
        } catch {
            if case .requestFailed(_, let failure) = error, failure.isOfMissingThing { return nil }
            throw error
        }
    }
}
