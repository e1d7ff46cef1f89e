import DoubletakeDrawing
import DoubletakeMedia
import DoubletakeXCB

/// What shows on the screen what is about to be chosen: a band around it, and a label beside the pointer.
///
/// The band lies outside of what it is around, as far as there is room. It is gone with the object.
struct PickBand {
    private static let colour: (red: UInt8, green: UInt8, blue: UInt8) = (0xe0, 0x1b, 0x24)
    private static let className = "DoubletakePick"
    /// How far the label is from the pointer.
    private static let distance = 14
    private static let padding = 6
    private static let textSize = 14.0
    /// How wide a text may be: titles have no end.
    private static let longestText = 480

    private let connection: X11Connection
    private let sides: [X11Window]
    /// Nil where text can't be drawn into the screen's pixels.
    private let label: (window: X11Window, writer: X11ImageWriter)?
    private var shownText: String?
    private var labelSize = PixelSize(width: 1, height: 1)

    /// Makes the windows, which aren't shown yet.
    init(_ connection: X11Connection) throws(X11Error) {
        self.connection = connection
        // Where pixels are indexes into a table any of them is a colour.
        let pixel =
            connection.screen.pixel(red: Self.colour.red, green: Self.colour.green, blue: Self.colour.blue) ?? 1
        var windows: [X11Window] = []
        for _ in 0..<5 {
            let place = PixelRect(x: 0, y: 0, width: 1, height: 1)
            let window = try X11Window(connection, rect: place, background: pixel, management: .unmanaged)
            try window.becomeSign(className: Self.className)
            windows.append(window)
        }
        let window = windows.removeLast()
        sides = windows
        label =
            Self.isTextDrawn(on: connection.screen.pixelFormat)
            ? (window, try X11ImageWriter(connection, window: window.id)) : nil
    }

    /// Puts the band around a part of the screen, and the label beside the pointer.
    ///
    /// - Parameters:
    ///   - part: what is about to be chosen; nil for nothing yet.
    ///   - isWindow: whether that is a window, around which some of the band is always seen.
    ///   - text: what the label says.
    mutating func show(
        around part: PixelRect?,
        isWindow: Bool,
        text: String,
        pointer: (x: Int, y: Int),
        on screen: PixelSize
    ) throws(X11Error) {
        let wanted =
            part.map { isWindow ? FrameSides.around(window: $0, on: screen) : FrameSides.outside($0, on: screen) } ?? []
        for (index, window) in sides.enumerated() {
            if index < wanted.count {
                try window.move(to: wanted[index])
                try window.show()
            } else {
                try window.hide()
            }
        }
        try showLabel(text, pointer: pointer, on: screen)
    }

    private mutating func showLabel(_ text: String, pointer: (x: Int, y: Int), on screen: PixelSize) throws(X11Error) {
        guard let (window, writer) = label else { return }
        var drawn: PixelBuffer?
        if text != shownText {
            let picture = Self.picture(of: text)
            labelSize = picture.displaySize
            drawn = picture
        }
        try window.move(to: place(beside: pointer, on: screen))
        guard let drawn else { return }
        try window.show()
        try writer.show(drawn)
        shownText = text
    }

    /// Below the pointer and right of it, where there is room, and on the other side where there is none.
    private func place(beside pointer: (x: Int, y: Int), on screen: PixelSize) -> PixelRect {
        func start(_ pointer: Int, length: Int, of whole: Int) -> Int {
            let after = pointer + Self.distance
            return after + length <= whole ? after : max(pointer - Self.distance - length, 0)
        }
        return PixelRect(
            x: start(pointer.x, length: labelSize.width, of: screen.width),
            y: start(pointer.y, length: labelSize.height, of: screen.height),
            width: labelSize.width,
            height: labelSize.height
        )
    }

    private static func picture(of text: String) -> PixelBuffer {
        let words = DrawingText(text, size: textSize, weight: .bold)
        let canvas = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 1, height: 1), color: .sRGB)
        let size = canvas.draw { $0.size(of: words) }
        let width = min(size.width, longestText)
        let whole = PixelSize(width: width + 2 * padding, height: size.height + 2 * padding)
        let picture = PixelBuffer(format: .bgra, displaySize: whole, color: .sRGB)
        picture.draw { drawing in
            drawing.fill(.rectangle(PixelRect(whole)), with: .black)
            drawing.draw(words, x: Double(padding), y: Double(padding), width: width, with: .white)
        }
        return picture
    }

    private static func isTextDrawn(on format: X11PixelFormat) -> Bool {
        format.colorModel == .direct(redMask: 0xff_0000, greenMask: 0xff00, blueMask: 0xff)
            && format.bitsPerPixel == 32 && format.byteOrder == .littleEndian
    }
}
