import DoubletakeComposition
package import DoubletakeMedia

/// What a person's pointer and keys mean in the preview's window: a value without a server.
///
/// A control is pressed by the pointer when the button is let go over the control on which it went down, with the time at
/// which it went down; by its own key; or by Space and Enter while it has the focus. Space and Enter tap the picture while
/// no control has the focus.
package struct PreviewInteraction: Sendable {
    /// One of the windows.
    package enum Surface: Hashable, Sendable {
        /// The picture.
        case picture
        /// The strip below it.
        case strip
        /// The menu over both.
        case menu
    }

    /// What the pointer did in a window.
    package enum Pointer: Hashable, Sendable {
        /// It was moved.
        case moved
        /// Its first button went down.
        case down(MediaTime)
        /// As `down`, with Ctrl held.
        case downWithControl(MediaTime)
        /// Its first button was let go.
        case up
    }

    /// The picture under the pointer that is moved, or will be.
    private struct Drag: Hashable, Sendable {
        let start: MediaTime
        let x: Int
        let y: Int
        /// Where the small picture was.
        let tile: PixelRect
        var isMoved = false
    }

    /// How the strip and the menu look because of all that.
    package private(set) var look = PreviewLook()
    /// Where everything is in the strip.
    package private(set) var strip: PreviewStrip
    /// The picture's size in the window.
    package private(set) var pictureSize: PixelSize
    private var pressTime = MediaTime.zero
    private var drag: Drag?

    /// How far the pointer has to go before a tap is a move: hands are not still.
    private static let dragThreshold = 6.0

    /// Creates the interaction of a window with a picture of that size.
    package init(pictureSize: PixelSize, scale: Double = 1) {
        self.pictureSize = pictureSize
        strip = PreviewStrip(width: pictureSize.width, scale: scale)
    }

    /// The window has another size, or tells something else.
    package mutating func update(_ status: PreviewStatus, pictureSize: PixelSize? = nil) {
        self.pictureSize = pictureSize ?? self.pictureSize
        strip = PreviewStrip(
            width: self.pictureSize.width,
            scale: strip.scale,
            hasTorch: status.torch != .absent
        )
        look.menu = look.menu?.updated(status)
        if let focus = look.focus, strip.area(of: focus) == nil { look.focus = nil }
    }

    /// Where the open menu is in the window; nil when none is open.
    package var menuGeometry: PreviewMenu.Geometry? {
        guard let menu = look.menu else { return nil }
        let size = strip.size
        // One whose control has no room is above the strip's beginning.
        let control = strip.area(of: menu.control) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        return menu.geometry(
            above: control.offsetBy(x: 0, y: pictureSize.height),
            in: PixelSize(width: size.width, height: pictureSize.height + size.height),
            scale: strip.scale
        )
    }

    // MARK: The pointer

    /// The pointer did something at a place of a window.
    package mutating func take(
        _ pointer: Pointer,
        in surface: Surface,
        x: Int,
        y: Int,
        _ status: PreviewStatus
    ) -> [PreviewEvent] {
        switch surface {
        case .picture: return takeInPicture(pointer, x: x, y: y, status)
        case .strip: return takeInStrip(pointer, x: x, y: y, status)
        case .menu: return takeInMenu(pointer, x: x, y: y)
        }
    }

    /// The pointer has left a window.
    package mutating func pointerLeft(_ surface: Surface) {
        switch surface {
        case .strip: look.hovered = nil
        case .menu: look.menu?.highlight(nil)
        case .picture: break
        }
    }

    /// The window has lost the focus.
    package mutating func focusLost() {
        look.menu = nil
        look.focus = nil
    }

    private mutating func takeInStrip(_ pointer: Pointer, x: Int, y: Int, _ status: PreviewStatus) -> [PreviewEvent] {
        let control = strip.control(atX: x, y: y)
        look.hovered = control
        switch pointer {
        case .moved: return []
        case .down(let time), .downWithControl(let time):
            look.focus = nil
            guard let control, control.isEnabled(in: status) else {
                look.menu = nil
                return []
            }
            look.pressed = control
            pressTime = time
            return []
        case .up:
            defer { look.pressed = nil }
            guard let control, control == look.pressed else { return [] }
            return press(control, at: pressTime, status)
        }
    }

    private mutating func takeInMenu(_ pointer: Pointer, x: Int, y: Int) -> [PreviewEvent] {
        let row = menuGeometry?.row(atX: x, y: y)
        look.menu?.highlight(row)
        guard pointer == .up else { return [] }
        return choose()
    }

    private mutating func takeInPicture(
        _ pointer: Pointer,
        x: Int,
        y: Int,
        _ status: PreviewStatus
    ) -> [PreviewEvent] {
        let canvas = Placement.fitting(status.canvasSize, into: pictureSize).area
        switch pointer {
        case .down(let time):
            look.focus = nil
            // Whoever looks at a menu wants it gone, and no film.
            if look.menu != nil {
                look.menu = nil
                return []
            }
            guard let tile = status.movable,
                Self.shown(tile, status.canvasSize, in: canvas).contains(x: x, y: y)
            else { return [.tap(time)] }
            drag = Drag(start: time, x: x, y: y, tile: tile)
            return []
        case .downWithControl:
            look.menu = nil
            guard canvas.contains(x: x, y: y) else { return [] }
            return [
                .focus(
                    PreviewPoint(
                        x: (Double(x - canvas.x) + 0.5) / Double(canvas.width),
                        y: (Double(y - canvas.y) + 0.5) / Double(canvas.height)
                    )
                )
            ]
        case .moved: return moveTile(x: x, y: y, canvas, status.canvasSize)
        case .up:
            defer { drag = nil }
            guard let drag, !drag.isMoved else { return [] }
            return [.tap(drag.start)]
        }
    }

    private mutating func moveTile(x: Int, y: Int, _ canvas: PixelRect, _ size: PixelSize) -> [PreviewEvent] {
        guard var drag else { return [] }
        let (right, down) = (Double(x - drag.x), Double(y - drag.y))
        drag.isMoved = drag.isMoved || max(abs(right), abs(down)) > strip.scaled(Self.dragThreshold)
        self.drag = drag
        guard drag.isMoved else { return [] }
        return [
            .moved(
                PreviewPoint(
                    x: Double(drag.tile.x) / Double(size.width) + right / Double(canvas.width),
                    y: Double(drag.tile.y) / Double(size.height) + down / Double(canvas.height)
                )
            )
        ]
    }

    /// Where a part of the canvas is in the window.
    private static func shown(_ part: PixelRect, _ size: PixelSize, in canvas: PixelRect) -> PixelRect {
        PixelRect(
            x: canvas.x + part.x * canvas.width / size.width,
            y: canvas.y + part.y * canvas.height / size.height,
            width: part.width * canvas.width / size.width,
            height: part.height * canvas.height / size.height
        )
    }

    // MARK: Keys

    /// A key was pressed at that time.
    package mutating func take(_ key: PreviewKey, at time: MediaTime, _ status: PreviewStatus) -> [PreviewEvent] {
        if look.menu != nil { return takeInMenu(key, at: time, status) }
        switch key {
        case .next: moveFocus(by: 1, status)
        case .previous: moveFocus(by: -1, status)
        case .escape: look.focus = nil
        case .up, .down: break
        case .activate:
            guard let focus = look.focus else { return [.tap(time)] }
            return focus.isEnabled(in: status) ? press(focus, at: time, status) : []
        case .character(let character): return press(Self.shortcut(character), at: time, status)
        }
        return []
    }

    private mutating func takeInMenu(_ key: PreviewKey, at time: MediaTime, _ status: PreviewStatus) -> [PreviewEvent] {
        switch key {
        case .down, .next: look.menu?.moveHighlight(by: 1)
        case .up, .previous: look.menu?.moveHighlight(by: -1)
        case .escape: look.menu = nil
        case .activate: return choose()
        case .character(let character):
            let control = Self.shortcut(character)
            let isSame = control != nil && control == look.menu?.control
            look.menu = nil
            return isSame ? [] : press(control, at: time, status)
        }
        return []
    }

    /// The control of a character; what is on the same key as plus without Shift is plus.
    private static func shortcut(_ character: Character) -> PreviewControl? {
        PreviewControl.allCases.first { $0.shortcut == (character == "=" ? "+" : character) }
    }

    /// From the picture through the controls that do something, and to the picture again.
    private mutating func moveFocus(by step: Int, _ status: PreviewStatus) {
        let stops: [PreviewControl?] = [nil] + strip.controls.filter { $0.isEnabled(in: status) }
        let index = stops.firstIndex(of: look.focus) ?? 0
        look.focus = stops[(index + step + stops.count) % stops.count]
    }

    // MARK: What it leads to

    private mutating func press(_ control: PreviewControl?, at time: MediaTime, _ status: PreviewStatus)
        -> [PreviewEvent]
    {
        guard let control, control.isEnabled(in: status) else { return [] }
        guard control.opensMenu else {
            look.menu = nil
            return [.pressed(control, time)]
        }
        look.menu = look.menu?.control == control ? nil : PreviewMenu(control, status)
        return look.menu == nil ? [] : [.menuOpened(control)]
    }

    private mutating func choose() -> [PreviewEvent] {
        guard let choice = look.menu?.choice else { return [] }
        look.menu = nil
        return [.chosen(choice)]
    }
}
