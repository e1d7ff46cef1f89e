import DoubletakeMedia
import DoubletakeXCB

/// The windows of a preview: the one that people see, and in it the picture, the strip, and the menu over both.
///
/// The picture can be recorded without the others, whatever lies over it. They belong to one thread.
final class PreviewWindows {
    /// A smaller picture shows nobody anything.
    private static let smallestHeight = 120

    let window: X11Window
    let picture: X11Window
    let strip: X11Window
    let menu: X11Window
    /// The size of everything: 1 for 96 dots an inch.
    let scale: Double

    /// Makes the windows and shows all but the menu.
    init(_ connection: X11Connection, title: String, size: PixelSize) throws(X11Error) {
        scale = try connection.resources().scale
        let stripHeight = PreviewStrip.height(scale: scale)
        let screen = connection.screen
        let black = screen.pixel(red: 0, green: 0, blue: 0) ?? 0
        // As the strip is drawn, so that nothing flickers when it is made wider.
        let dark = screen.pixel(red: 27, green: 29, blue: 33) ?? black
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height + stripHeight)
        window = try X11Window(connection, rect: whole, background: dark)
        picture = try X11Window(connection, rect: PixelRect(size), background: black, parent: window.id)
        strip = try X11Window(
            connection,
            rect: Self.stripArea(below: size, height: stripHeight),
            background: dark,
            parent: window.id
        )
        menu = try X11Window(
            connection,
            rect: PixelRect(x: 0, y: 0, width: 1, height: 1),
            background: dark,
            parent: window.id
        )
        try window.describe(title: title, className: "Doubletake")
        // Whoever records the picture calls it so.
        try picture.describe(title: title, className: "Doubletake")
        try window.setIcon(PreviewIcon.pictures)
        try window.followProtocols()
        let smallest = PixelSize(
            width: min(PreviewStrip.smallestWidth(scale: scale), size.width),
            height: min(Self.smallestHeight, size.height) + stripHeight
        )
        try window.keepShape(of: size, beside: PixelSize(width: 0, height: stripHeight), minimum: smallest)
        for window in [window, picture, strip, menu] { try window.watchInput() }
        try picture.show()
        try strip.show()
        try window.show()
        try connection.synchronize()
    }

    /// Gives the picture another size, and puts the strip below it.
    func resize(_ size: PixelSize) throws(X11Error) {
        try picture.move(to: PixelRect(size))
        try strip.move(to: Self.stripArea(below: size, height: PreviewStrip.height(scale: scale)))
    }

    private static func stripArea(below picture: PixelSize, height: Int) -> PixelRect {
        PixelRect(x: 0, y: picture.height, width: picture.width, height: height)
    }
}
