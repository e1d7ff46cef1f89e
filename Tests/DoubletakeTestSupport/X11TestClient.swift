package import DoubletakeMedia
package import DoubletakeXCB

/// A colour as tests name it: red, green and blue, 8 bits each.
package struct TestColor: Hashable, Sendable {
    /// How much red.
    package let red: UInt8
    /// How much green.
    package let green: UInt8
    /// How much blue.
    package let blue: UInt8

    /// Creates a colour.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = TestColor(0, 0, 0)
    package static let white = TestColor(255, 255, 255)
    package static let red = TestColor(255, 0, 0)
    package static let green = TestColor(0, 255, 0)
    package static let blue = TestColor(0, 0, 255)
    package static let grey = TestColor(128, 128, 128)

    /// The colour of 8 bits that the pixel stands for which a screen has for this one.
    ///
    /// Where colours come from a table it is this one.
    package func shown(on screen: X11Screen) -> TestColor {
        guard case .direct(let redMask, let greenMask, let blueMask) = screen.pixelFormat.colorModel else {
            return self
        }
        let pixel = screen.pixel(red: red, green: green, blue: blue) ?? 0
        return TestColor(
            Self.part(pixel, redMask),
            Self.part(pixel, greenMask),
            Self.part(pixel, blueMask)
        )
    }

    private static func part(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
        let value = (pixel & mask) >> UInt32(mask.trailingZeroBitCount)
        switch mask.nonzeroBitCount {
        case 5: return UInt8(value << 3 | value >> 2)
        case 6: return UInt8(value << 2 | value >> 4)
        default: return UInt8((Double(value) * 255 / Double((1 << mask.nonzeroBitCount) - 1)).rounded())
        }
    }
}

/// A program that draws on a private server's screen, as the programs do that are recorded.
///
/// Each call comes back when the server has done it.
package final class X11TestClient {
    /// Its connection.
    package let connection: X11Connection
    /// What the screen's table holds of colours that were drawn, where it has one.
    private var allocated: [TestColor: (pixel: UInt32, color: TestColor)] = [:]

    /// Connects to a server.
    package init(_ server: PrivateXServer) throws {
        connection = try X11Connection(display: server.display)
    }

    /// The pixel value of a colour on this screen.
    package func pixel(_ color: TestColor) -> UInt32 {
        connection.screen.pixel(red: color.red, green: color.green, blue: color.blue) ?? 0
    }

    /// Draws a rectangle on the root, over all windows.
    package func fill(_ rect: PixelRect, _ color: TestColor) throws {
        try fill([rect], color)
    }

    /// Draws rectangles on the root, over all windows.
    package func fill(_ rects: [PixelRect], _ color: TestColor) throws {
        let pixel = isIndexed ? try allocate(color).pixel : pixel(color)
        try connection.fill(rects, of: connection.screen.root, with: pixel)
    }

    /// The colour of 8 bits that is on the screen where this one was drawn.
    package func shown(_ color: TestColor) throws -> TestColor {
        isIndexed ? try allocate(color).color : color.shown(on: connection.screen)
    }

    private var isIndexed: Bool {
        connection.screen.pixelFormat.colorModel == .indexed
    }

    private func allocate(_ color: TestColor) throws -> (pixel: UInt32, color: TestColor) {
        if let known = allocated[color] { return known }
        let found = try connection.allocate((color.red, color.green, color.blue))
        let result = (pixel: found.pixel, color: TestColor(found.color.red, found.color.green, found.color.blue))
        allocated[color] = result
        return result
    }

    /// Draws the whole screen in one colour.
    package func fillAll(_ color: TestColor) throws {
        try fill(PixelRect(connection.screen.size), color)
    }

    /// Shows a window of one colour that no window manager touches.
    package func window(_ rect: PixelRect, _ color: TestColor) throws -> X11Window {
        let window = try X11Window(connection, rect: rect, background: pixel(color), management: .unmanaged)
        try window.show()
        return window
    }

    /// Draws a rectangle into a window of another program, which is named as the tools name it: `0x400003`.
    package func fill(_ rect: PixelRect, ofWindow id: String, _ color: TestColor) throws {
        try connection.fill([rect], of: window(id), with: pixel(color))
    }

    /// Clicks at a place of the screen, as with a mouse.
    package func click(x: Int, y: Int) throws {
        try connection.moveTestPointer(x: x, y: y)
        try connection.clickTestButton()
    }

    /// Types what is on a key, by its keysym.
    package func type(_ keysym: UInt32) throws {
        guard let keycode = try connection.keyboardMap().typingPlace(of: keysym)?.keycode else {
            throw NoKey(keysym: keysym)
        }
        try connection.sendTestKey(keycode, .down)
        try connection.sendTestKey(keycode, .up)
    }

    /// Asks the window that a window lies in to close, as a window manager would.
    package func askToClose(aroundWindow id: String) throws {
        guard let top = try connection.topLevel(of: window(id)) else { throw NoWindow(id: id) }
        try connection.requestClosing(of: top)
    }

    /// The size of a window.
    package func size(ofWindow id: String) throws -> PixelSize {
        try connection.size(of: window(id))
    }

    /// Gives the window that a window lies in another size.
    package func resize(aroundWindow id: String, to size: PixelSize) throws {
        guard let top = try connection.topLevel(of: window(id)) else { throw NoWindow(id: id) }
        try connection.move(top, to: PixelRect(size))
    }

    /// Shows or hides the window that a window lies in.
    private func set(_ visibility: X11WindowState.Visibility, aroundWindow id: String) throws {
        guard let top = try connection.topLevel(of: window(id)) else { throw NoWindow(id: id) }
        try connection.setVisibility(visibility, of: top)
    }

    /// Hides the window that a window lies in, as when it is iconified.
    package func hide(aroundWindow id: String) throws {
        try set(.hidden, aroundWindow: id)
    }

    /// Shows the window that a window lies in.
    package func show(aroundWindow id: String) throws {
        try set(.shown, aroundWindow: id)
    }

    /// A window that isn't there.
    package struct NoWindow: Error {
        /// What it was called.
        package let id: String
    }

    /// A key that the keyboard doesn't have.
    package struct NoKey: Error {
        /// What should be on it.
        package let keysym: UInt32
    }

    private func window(_ id: String) throws -> X11ID {
        guard let number = UInt32(id.dropFirst(2), radix: 16) else { throw NoWindow(id: id) }
        return X11ID(number)
    }

    /// Moves the pointer as a mouse would.
    package func movePointer(x: Int, y: Int) throws {
        try connection.moveTestPointer(x: x, y: y)
    }

    /// Makes the cursor over the root a rectangle of one colour.
    package func setCursor(size: PixelSize, hotSpotX: Int, hotSpotY: Int, _ color: TestColor) throws {
        let cursor = try X11Cursor(
            connection,
            size: size,
            hotSpotX: hotSpotX,
            hotSpotY: hotSpotY,
            color: (color.red, color.green, color.blue)
        )
        try connection.setCursor(cursor, of: connection.screen.root)
    }
}
