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
