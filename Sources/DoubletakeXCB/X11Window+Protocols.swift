import CXCB
package import DoubletakeMedia

/// What a window says to window managers, and asks of the server, so that a person can use it.
extension X11Window {
    /// Asks for what people do with the window: the pointer, keys, another size, and that it has to be drawn.
    ///
    /// The corresponding C function is `xcb_change_window_attributes`.
    package func watchInput() throws(X11Error) {
        let mask =
            XCB_EVENT_MASK_EXPOSURE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
            | XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
            | XCB_EVENT_MASK_POINTER_MOTION.rawValue | XCB_EVENT_MASK_LEAVE_WINDOW.rawValue
            | XCB_EVENT_MASK_KEY_PRESS.rawValue | XCB_EVENT_MASK_KEY_RELEASE.rawValue
            | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue
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

    /// Gives the window pictures by which people know it in a task bar.
    ///
    /// The corresponding property is `_NET_WM_ICON` (EWMH).
    ///
    /// - Parameter pictures: BGRA, with colours multiplied by alpha.
    package func setIcon(_ pictures: [PixelBuffer]) throws(X11Error) {
        try setNumbers("_NET_WM_ICON", to: pictures.flatMap(Self.iconNumbers), type: "CARDINAL")
    }

    /// Width, height, and rows of pixels: alpha in the highest byte, and colours that are not multiplied by it.
    private static func iconNumbers(_ picture: PixelBuffer) -> [UInt32] {
        precondition(picture.format == .bgra, "an icon is BGRA, and not \(picture.format)")
        let (size, bytesPerRow) = (picture.displaySize, picture.bytesPerRow(ofPlane: 0))
        let pixels = picture.withBytes(ofPlane: 0) { plane in
            (0..<size.height * size.width).map { index -> UInt32 in
                let offset = index / size.width * bytesPerRow + index % size.width * 4
                // SAFETY: the span checks its bounds, and four bytes are a valid UInt32 whatever they are.
                let pixel = unsafe plane.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let alpha = pixel >> 24
                guard alpha > 0 else { return 0 }
                return (0..<3).reduce(alpha << 24) { number, byte in
                    let color = pixel >> UInt32(byte * 8) & 0xff
                    return number | min(color * 255 / alpha, 255) << UInt32(byte * 8)
                }
            }
        }
        return [UInt32(size.width), UInt32(size.height)] + pixels
    }

    /// Fills the window with a colour, now and whenever a part of it appears.
    ///
    /// The corresponding C functions are `xcb_change_window_attributes` and `xcb_clear_area`.
    package func setBackground(_ pixel: UInt32) throws(X11Error) {
        try unsafe connection.check("ChangeWindowAttributes") { pointer in
            // SAFETY: one value is passed for the one bit of the mask.
            unsafe xcb_change_window_attributes_checked(pointer, id.rawValue, XCB_CW_BACK_PIXEL.rawValue, [pixel])
        }
        try unsafe connection.check("ClearArea") { unsafe xcb_clear_area_checked($0, 0, id.rawValue, 0, 0, 0, 0) }
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
