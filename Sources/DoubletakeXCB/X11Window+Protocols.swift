import CXCB
package import DoubletakeMedia

/// What a window says to window managers, and asks of the server, so that a person can use it.
extension X11Window {
    /// Asks for what people do with the window: buttons, keys, another size, and that it has to be drawn.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func watchInput() throws(X11Error) {
        let mask =
            XCB_EVENT_MASK_EXPOSURE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
            | XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_KEY_PRESS.rawValue
        try unsafe connection.check("ChangeWindowAttributes") { pointer in
            // SAFETY: one value is passed for the one bit of the mask.
            unsafe xcb_change_window_attributes_checked(pointer, id.rawValue, XCB_CW_EVENT_MASK.rawValue, [mask])
        }
    }

    /// Lets a window manager ask the window to close, which is told as `closeRequested`, instead of ending the program.
    package func acceptCloseRequests() throws(X11Error) {
        let request = try connection.atom(named: "WM_DELETE_WINDOW")
        try setNumbers("WM_PROTOCOLS", to: [request.rawValue], type: "ATOM")
    }

    /// Lets people make the window larger and smaller with the shape of `picture` kept, and `beside` left out of that.
    ///
    /// The corresponding C type is `XSizeHints` (ICCCM 4.1.2.3).
    package func keepShape(of picture: PixelSize, beside: PixelSize, minimum: PixelSize) throws(X11Error) {
        let (usesMinimum, usesAspect, usesBase): (UInt32, UInt32, UInt32) = (1 << 4, 1 << 7, 1 << 8)
        let shape = [UInt32(picture.width), UInt32(picture.height)]
        let numbers: [UInt32] =
            [
                usesMinimum | usesAspect | usesBase, 0, 0, 0, 0, UInt32(minimum.width), UInt32(minimum.height), 0, 0, 0,
                0,
            ]
            + shape + shape + [UInt32(beside.width), UInt32(beside.height), 0]
        try setNumbers("WM_NORMAL_HINTS", to: numbers, type: "WM_SIZE_HINTS")
    }

    private func setNumbers(_ property: String, to numbers: [UInt32], type: String) throws(X11Error) {
        let atoms = (property: try connection.atom(named: property), type: try connection.atom(named: type))
        try unsafe connection.check("ChangeProperty") { pointer in
            // SAFETY: the numbers are passed with their own count.
            unsafe xcb_change_property_checked(
                pointer,
                UInt8(XCB_PROP_MODE_REPLACE.rawValue),
                id.rawValue,
                atoms.property.rawValue,
                atoms.type.rawValue,
                32,
                UInt32(numbers.count),
                numbers
            )
        }
    }
}
