import CXCB

/// A key together with the modifiers that must be held, neither more nor fewer.
package struct X11KeyGrab: Hashable, Sendable {
    /// The key's number on the keyboard.
    package let keycode: UInt8
    /// The modifiers, as the core protocol's mask.
    package let modifiers: UInt16

    /// Creates a grab.
    package init(keycode: UInt8, modifiers: UInt16) {
        self.keycode = keycode
        self.modifiers = modifiers
    }
}

extension X11Connection {
    /// Takes a key for us alone, wherever the focus is: its events come to us and to nobody else.
    ///
    /// It throws with `X11RequestError.Code.access` when another client has it. The corresponding C function is
    /// `xcb_grab_key`.
    package func grab(_ grab: X11KeyGrab) throws(X11Error) {
        try unsafe check("GrabKey") { connection in
            unsafe xcb_grab_key_checked(
                connection,
                0,
                screen.root.rawValue,
                grab.modifiers,
                grab.keycode,
                UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
                UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
            )
        }
    }

    /// Gives a key back; `synchronize()` waits until that is done.
    ///
    /// The corresponding C function is `xcb_ungrab_key`.
    package func ungrab(_ grab: X11KeyGrab) {
        unsafe send { connection in
            unsafe xcb_ungrab_key_checked(connection, grab.keycode, screen.root.rawValue, grab.modifiers)
        }
    }

    /// Has the server leave out the releases between the presses of a held key.
    ///
    /// Without it they come in pairs, a release and a press at the same time. The corresponding C function is
    /// `xcb_xkb_per_client_flags`.
    ///
    /// - Returns: whether the server does so.
    package func makeAutoRepeatDetectable() throws(X11Error) -> Bool {
        try require(.keyboard)
        let flag = XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT.rawValue
        let answer = try unsafe reply(to: "XkbPerClientFlags") { connection, failure in
            let keyboard = xcb_xkb_device_spec_t(XCB_XKB_ID_USE_CORE_KBD.rawValue)
            let cookie = unsafe xcb_xkb_per_client_flags(connection, keyboard, flag, flag, 0, 0, 0)
            return unsafe xcb_xkb_per_client_flags_reply(connection, cookie, failure)
        }
        return unsafe answer.pointer.pointee.value & flag != 0
    }

    /// The modifiers that are on now, as the core protocol's mask, locks among them, and the layout from bit 13 on.
    ///
    /// The corresponding C function is `xcb_xkb_get_state`.
    package func modifiers() throws(X11Error) -> UInt16 {
        try require(.keyboard)
        let answer = try unsafe reply(to: "XkbGetState") { connection, failure in
            let keyboard = xcb_xkb_device_spec_t(XCB_XKB_ID_USE_CORE_KBD.rawValue)
            return unsafe xcb_xkb_get_state_reply(connection, xcb_xkb_get_state(connection, keyboard), failure)
        }
        // Where the core protocol has them.
        return unsafe UInt16(answer.pointer.pointee.mods) | UInt16(answer.pointer.pointee.group & 3) << 13
    }

    /// Has the server tell when modifiers go on or off, by `X11Event.modifiersChanged`.
    ///
    /// Such an event comes after the key that was the reason and before the next one. The corresponding C function is
    /// `xcb_xkb_select_events`.
    package func selectModifierChanges() throws(X11Error) {
        try require(.keyboard)
        let events = UInt16(XCB_XKB_EVENT_TYPE_STATE_NOTIFY.rawValue)
        try unsafe check("XkbSelectEvents") { connection in
            let keyboard = xcb_xkb_device_spec_t(XCB_XKB_ID_USE_CORE_KBD.rawValue)
            // SAFETY: events that are selected as a whole have no details.
            return unsafe xcb_xkb_select_events_checked(connection, keyboard, events, 0, events, 0, 0, nil)
        }
    }

    /// Has the server tell when the keyboard's layout or its modifiers change, by `X11Event.keyboardMappingChanged`.
    ///
    /// Who has asked for the keyboard's extension isn't told of all changes otherwise. The corresponding C function is
    /// `xcb_xkb_select_events`.
    package func selectKeyboardChanges() throws(X11Error) {
        try require(.keyboard)
        let events = UInt16(
            XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY.rawValue | XCB_XKB_EVENT_TYPE_MAP_NOTIFY.rawValue
        )
        let parts = UInt16(XCB_XKB_MAP_PART_KEY_SYMS.rawValue | XCB_XKB_MAP_PART_MODIFIER_MAP.rawValue)
        try unsafe check("XkbSelectEvents") { connection in
            let keyboard = xcb_xkb_device_spec_t(XCB_XKB_ID_USE_CORE_KBD.rawValue)
            // SAFETY: events that are selected as a whole have no details.
            return unsafe xcb_xkb_select_events_checked(connection, keyboard, events, 0, events, parts, parts, nil)
        }
    }
}
