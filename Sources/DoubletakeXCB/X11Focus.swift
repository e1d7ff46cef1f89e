import CXCB

extension X11Connection {
    /// The window that gets what is typed; nil when none does, or the one under the pointer.
    ///
    /// The corresponding C function is `xcb_get_input_focus`.
    package func inputFocus() throws(X11Error) -> X11ID? {
        let answer = try unsafe reply(to: "GetInputFocus") { connection, failure in
            unsafe xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), failure)
        }
        let focus = unsafe answer.pointer.pointee.focus
        let none = [XCB_INPUT_FOCUS_NONE.rawValue, XCB_INPUT_FOCUS_POINTER_ROOT.rawValue]
        return none.contains(focus) ? nil : X11ID(focus)
    }

    /// Asks for the events that tell when a window, or one in it, begins to get what is typed, and when none does any more.
    ///
    /// They come in their order among the keys of this connection. The corresponding C function is
    /// `xcb_change_window_attributes`.
    package func watchFocus(of window: X11ID) throws(X11Error) {
        var mask = XCB_EVENT_MASK_FOCUS_CHANGE.rawValue
        try unsafe check("ChangeWindowAttributes") { connection in
            // SAFETY: one value is passed for the one bit of the mask.
            unsafe xcb_change_window_attributes_checked(
                connection, window.rawValue, XCB_CW_EVENT_MASK.rawValue, &mask)
        }
    }

    /// The window right below the root that the pointer is over; nil when it is over none.
    ///
    /// The corresponding C function is `xcb_query_pointer`.
    package func topLevelUnderPointer() throws(X11Error) -> X11ID? {
        let answer = try unsafe reply(to: "QueryPointer") { connection, failure in
            unsafe xcb_query_pointer_reply(connection, xcb_query_pointer(connection, screen.root.rawValue), failure)
        }
        let child = unsafe X11ID(answer.pointer.pointee.child)
        return child == .none ? nil : child
    }
}
