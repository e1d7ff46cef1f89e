import CXCB

extension X11Connection {
    /// What became of a wish to have all input.
    package enum GrabResult: Hashable, Sendable {
        /// It is ours.
        case granted
        /// Another program has it: a menu, a dialogue, or the key that has started this program and is still held.
        case taken
    }

    /// Takes the pointer for us alone, with another cursor, until `releaseInput()` or the end of the connection.
    ///
    /// What is done with it comes as `button`, `buttonReleased` and `pointerMoved`, with places on the screen. The
    /// corresponding C function is `xcb_grab_pointer`.
    package func grabPointer(showing cursor: X11Cursor) throws(X11Error) -> GrabResult {
        let kinds =
            XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
            | XCB_EVENT_MASK_POINTER_MOTION.rawValue
        let answer = try unsafe reply(to: "GrabPointer") { connection, failure in
            let mode = UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
            let (nowhere, now) = (xcb_window_t(XCB_NONE), xcb_timestamp_t(XCB_CURRENT_TIME))
            let cookie = unsafe xcb_grab_pointer(
                connection,
                0,
                screen.root.rawValue,
                UInt16(kinds),
                mode,
                mode,
                nowhere,
                cursor.id.rawValue,
                now
            )
            return unsafe xcb_grab_pointer_reply(connection, cookie, failure)
        }
        return unsafe answer.pointer.pointee.status == UInt8(XCB_GRAB_STATUS_SUCCESS.rawValue) ? .granted : .taken
    }

    /// Gives pointer and keyboard back, in so far as we have them; comes back when that is done.
    ///
    /// The corresponding C functions are `xcb_ungrab_pointer` and `xcb_ungrab_keyboard`.
    package func releaseInput() throws(X11Error) {
        let now = xcb_timestamp_t(XCB_CURRENT_TIME)
        unsafe send { unsafe xcb_ungrab_pointer_checked($0, now) }
        unsafe send { unsafe xcb_ungrab_keyboard_checked($0, now) }
        try synchronize()
    }
}
