import CXCB

extension X11Connection {
    /// What the server's clock shows now: one round trip.
    ///
    /// The server tells its time only in events, so a property of a window of ours is changed, to nothing.
    package func serverTime() throws(X11Error) -> X11Time {
        let window: X11ID
        if let timeWindow { window = timeWindow } else { window = try makeTimeWindow() }
        timeWindow = window
        let atom = X11Atom(XCB_ATOM_WM_NAME.rawValue)
        try unsafe check("ChangeProperty") { connection in
            // SAFETY: no data are passed, with the length that says so.
            unsafe xcb_change_property_checked(
                connection,
                UInt8(XCB_PROP_MODE_APPEND.rawValue),
                window.rawValue,
                atom.rawValue,
                XCB_ATOM_STRING.rawValue,
                8,
                0,
                nil
            )
        }
        // The event was sent before the answer to the check above, so it is here.
        while let event = try nextArrivedEvent() {
            if case .propertyChanged(window, atom, let time) = event { return time }
            postponedEvents.append(event)
        }
        throw .lost(display: displayName)
    }

    private func makeTimeWindow() throws(X11Error) -> X11ID {
        let window = try makeID()
        try unsafe check("CreateWindow") { connection in
            var mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
            // SAFETY: one value is passed for the one bit of the mask.
            return unsafe xcb_create_window_checked(
                connection,
                0,
                window.rawValue,
                screen.root.rawValue,
                -1,
                -1,
                1,
                1,
                0,
                UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue),
                0,
                XCB_CW_EVENT_MASK.rawValue,
                &mask
            )
        }
        return window
    }
}
