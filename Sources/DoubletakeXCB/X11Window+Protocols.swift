import CXCB
package import DoubletakeMedia
import Glibc

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

    /// Lets a window manager ask the window to close, which is told as `closeRequested`, and whether its program is still
    /// there, which is told as `pinged`.
    ///
    /// The corresponding properties are `WM_PROTOCOLS` and `WM_CLIENT_MACHINE` (ICCCM 4.2.8 and 4.1.2.9) and `_NET_WM_PID`
    /// (EWMH).
    package func followProtocols() throws(X11Error) {
        let protocols = [WindowProtocol.closing, .ping]
        var atoms: [UInt32] = []
        for name in protocols { atoms.append(try connection.atom(named: name.rawValue).rawValue) }
        try setNumbers("WM_PROTOCOLS", to: atoms, type: "ATOM")
        // What may be ended when it doesn't answer, and on which machine that is.
        try setNumbers("_NET_WM_PID", to: [UInt32(getpid())], type: "CARDINAL")
        try setText("WM_CLIENT_MACHINE", to: HostName.current, type: "STRING")
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

/// What window managers ask windows for, by the names of its atoms.
enum WindowProtocol: String {
    /// To close (ICCCM 4.2.8.1).
    case closing = "WM_DELETE_WINDOW"
    /// To say that the program is still there (EWMH).
    case ping = "_NET_WM_PING"
}

extension X11Connection {
    /// Says that the program of a window is still there, when a window manager has asked.
    ///
    /// The question is sent back to the root window, as it came (EWMH).
    package func answerPing(to window: X11ID, at time: X11Time) throws(X11Error) {
        let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        try send(.ping, at: time, about: window, in: screen.root, to: screen.root, mask)
    }

    /// Sends a message of such a protocol.
    ///
    /// The corresponding C function is `xcb_send_event`.
    ///
    /// - Parameters:
    ///   - about: the window that is meant.
    ///   - place: the window that the message names.
    ///   - mask: which clients of `destination` get it; 0 for the one that made it.
    func send(
        _ name: WindowProtocol,
        at time: X11Time,
        about window: X11ID,
        in place: X11ID,
        to destination: X11ID,
        _ mask: UInt32 = 0
    ) throws(X11Error) {
        var message = xcb_client_message_event_t()
        message.response_type = UInt8(XCB_CLIENT_MESSAGE)
        message.format = 32
        message.window = place.rawValue
        message.type = try atom(named: "WM_PROTOCOLS").rawValue
        let atom = try atom(named: name.rawValue)
        unsafe message.data.data32 = (atom.rawValue, time.milliseconds, window.rawValue, 0, 0)
        try unsafe check("SendEvent") { connection in
            // SAFETY: an event has 32 bytes, as the structure does.
            unsafe withUnsafeBytes(of: &message) { bytes in
                unsafe xcb_send_event_checked(
                    connection, 0, destination.rawValue, mask, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
        }
    }
}

/// What this machine is called in the network.
private enum HostName {
    /// The corresponding C function is `gethostname`.
    static var current: String {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        // SAFETY: the name is passed with its own length, and the last byte stays zero.
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
