import CXCB

extension X11Connection {
    /// Moves the pointer as a device would.
    ///
    /// The corresponding C function is `xcb_test_fake_input`.
    package func moveTestPointer(x: Int, y: Int) throws(X11Error) {
        try fakeInput(kind: UInt8(XCB_MOTION_NOTIFY), detail: 0, x: x, y: y)
    }

    /// Presses a key, or lets it go, as a keyboard would.
    ///
    /// The corresponding C function is `xcb_test_fake_input`.
    package func sendTestKey(_ keycode: UInt8, _ direction: X11Event.KeyDirection) throws(X11Error) {
        let kind = direction == .down ? XCB_KEY_PRESS : XCB_KEY_RELEASE
        try fakeInput(kind: UInt8(kind), detail: keycode, x: 0, y: 0)
    }

    /// Presses a button of the pointer and lets it go, as a mouse would.
    ///
    /// The corresponding C function is `xcb_test_fake_input`.
    package func clickTestButton(_ button: UInt8 = 1) throws(X11Error) {
        try sendTestButton(.down, button)
        try sendTestButton(.up, button)
    }

    /// Presses a button of the pointer, or lets it go, as a mouse would.
    ///
    /// The corresponding C function is `xcb_test_fake_input`.
    package func sendTestButton(_ direction: X11Event.KeyDirection, _ button: UInt8 = 1) throws(X11Error) {
        let kind = direction == .down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE
        try fakeInput(kind: UInt8(kind), detail: button, x: 0, y: 0)
    }

    /// Takes the whole keyboard, as a menu or a screen locker does, until `releaseInput()` or the end of the connection.
    ///
    /// The corresponding C function is `xcb_grab_keyboard`.
    ///
    /// - Returns: whether it was free.
    package func grabKeyboard() throws(X11Error) -> Bool {
        let answer = try unsafe reply(to: "GrabKeyboard") { connection, failure in
            let mode = UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
            let now = xcb_timestamp_t(XCB_CURRENT_TIME)
            let cookie = unsafe xcb_grab_keyboard(connection, 0, screen.root.rawValue, now, mode, mode)
            return unsafe xcb_grab_keyboard_reply(connection, cookie, failure)
        }
        return unsafe answer.pointer.pointee.status == UInt8(XCB_GRAB_STATUS_SUCCESS.rawValue)
    }

    /// Puts keysyms on a key, for all programs of the display: the first one alone, the second one with Shift.
    ///
    /// The corresponding C function is `xcb_change_keyboard_mapping`.
    package func setKeysyms(_ keysyms: [UInt32], ofKey keycode: UInt8) throws(X11Error) {
        try unsafe check("ChangeKeyboardMapping") { connection in
            // SAFETY: the list is passed with its own count, for one key.
            unsafe xcb_change_keyboard_mapping_checked(connection, 1, keycode, UInt8(keysyms.count), keysyms)
        }
    }

    /// Gives a window what is typed.
    ///
    /// The corresponding C function is `xcb_set_input_focus`.
    package func setFocus(to window: X11ID) throws(X11Error) {
        try unsafe check("SetInputFocus") { connection in
            unsafe xcb_set_input_focus_checked(
                connection, UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue), window.rawValue, UInt32(XCB_CURRENT_TIME))
        }
    }

    /// Asks a window to close, as a window manager would.
    package func requestClosing(of window: X11ID) throws(X11Error) {
        try send(.closing, at: X11Time(milliseconds: 0), about: window, in: window, to: window)
    }

    /// Asks whether a window's program is still there, as a window manager would.
    package func ping(_ window: X11ID, at time: X11Time) throws(X11Error) {
        try send(.ping, at: time, about: window, in: window, to: window)
    }

    private func fakeInput(kind: UInt8, detail: UInt8, x: Int, y: Int) throws(X11Error) {
        try require(.test)
        try unsafe check("XTestFakeInput") { connection in
            unsafe xcb_test_fake_input_checked(
                connection,
                kind,
                detail,
                UInt32(XCB_CURRENT_TIME),
                screen.root.rawValue,
                Int16(x),
                Int16(y),
                0
            )
        }
    }

    /// Puts the pointer elsewhere as a program would, which no device has a part in.
    ///
    /// The corresponding C function is `xcb_warp_pointer`.
    package func warpPointer(x: Int, y: Int) throws(X11Error) {
        try unsafe check("WarpPointer") { connection in
            unsafe xcb_warp_pointer_checked(connection, 0, screen.root.rawValue, 0, 0, 0, 0, Int16(x), Int16(y))
        }
    }
}
