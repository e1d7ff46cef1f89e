import CXCB

/// What devices do, before any program gets it: it comes wherever the pointer and the focus are.
package struct X11RawEvents: OptionSet, Sendable {
    /// The bits of `rawValue` are those of XInput's event mask.
    package let rawValue: UInt32

    /// Creates a set from its bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A device moved the pointer.
    package static let motion = X11RawEvents(rawValue: XCB_INPUT_XI_EVENT_MASK_RAW_MOTION.rawValue)
    /// Buttons of the pointer went down and up.
    package static let buttons = X11RawEvents(
        rawValue: XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS.rawValue
            | XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_RELEASE.rawValue
    )
    /// Keys went down and up.
    package static let keys = X11RawEvents(
        rawValue: XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS.rawValue | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE.rawValue
    )
}

extension X11Connection {
    /// Asks for the raw events of all keyboards and pointers together; those that were asked for before end.
    ///
    /// The corresponding C function is `xcb_input_xi_select_events`.
    package func selectRawEvents(_ events: X11RawEvents) throws(X11Error) {
        try require(.input)
        try unsafe check("XISelectEvents") { connection in
            // The devices and the mask's length in words, and the mask.
            let maskWords: UInt32 = 1
            let words = [UInt32(XCB_INPUT_DEVICE_ALL_MASTER.rawValue) | maskWords << 16, events.rawValue]
            // SAFETY: the words are what the structure, which ends with a list of words, is in memory.
            return unsafe words.withUnsafeBytes { bytes in
                unsafe xcb_input_xi_select_events_checked(
                    connection,
                    screen.root.rawValue,
                    1,
                    bytes.baseAddress?.assumingMemoryBound(to: xcb_input_event_mask_t.self)
                )
            }
        }
    }
}
