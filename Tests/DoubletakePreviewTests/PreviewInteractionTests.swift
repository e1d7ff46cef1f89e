import DoubletakeMedia
import DoubletakePreview
import Testing

struct PreviewInteractionTests {
    private static let size = PixelSize(width: 640, height: 720)
    private static let time = MediaTime.zero + .seconds(5)
    private var interaction = PreviewInteraction(pictureSize: size)
    private var status = PreviewStripTests.status()

    private mutating func pointer(_ pointer: PreviewInteraction.Pointer, over control: PreviewControl) throws
        -> [PreviewEvent]
    {
        let area = try #require(interaction.strip.area(of: control))
        return interaction.take(pointer, in: .strip, x: area.x + 3, y: area.y + 3, status)
    }

    private mutating func click(_ control: PreviewControl) throws -> [PreviewEvent] {
        try pointer(.down(Self.time), over: control) + pointer(.up, over: control)
    }

    private mutating func key(_ key: PreviewKey) -> [PreviewEvent] {
        interaction.take(key, at: Self.time, status)
    }

    @Test("A control is pressed by a click on it, at the time at which the button went down")
    mutating func clicks() throws {
        #expect(try pointer(.moved, over: .record) == [])
        #expect(interaction.look.hovered == .record)
        #expect(try pointer(.down(Self.time), over: .record) == [])
        #expect(interaction.look.pressed == .record)
        #expect(try pointer(.up, over: .record) == [.pressed(.record, Self.time)])
        #expect(interaction.look.pressed == nil)
        interaction.pointerLeft(.strip)
        #expect(interaction.look.hovered == nil)
    }

    @Test("A button that is let go elsewhere, or does nothing now, is not pressed")
    mutating func misses() throws {
        _ = try pointer(.down(Self.time), over: .record)
        #expect(try pointer(.up, over: .swap) == [])
        #expect(try click(.stop) == [])
        #expect(interaction.take(.down(Self.time), in: .strip, x: 0, y: 0, status) == [])
    }

    @Test("Tab goes through everything that does something and back to the picture, Space presses it or taps")
    mutating func focus() {
        var order: [PreviewControl?] = []
        for _ in 0..<20 {
            #expect(key(.next) == [])
            order.append(interaction.look.focus)
            if interaction.look.focus == nil { break }
        }
        #expect(
            order == [.record, .layout, .swap, .cameras, .devices, .mirror, .format, .mute, .quieter, .louder, nil]
        )
        #expect(key(.activate) == [.tap(Self.time)])
        _ = key(.previous)
        #expect(interaction.look.focus == .louder)
        #expect(key(.activate) == [.pressed(.louder, Self.time)])
        _ = key(.escape)
        #expect(interaction.look.focus == nil)
    }

    @Test("Each control's own key presses it while it does something")
    mutating func shortcuts() throws {
        #expect(key(.character("R")) == [.pressed(.record, Self.time)])
        #expect(key(.character("Q")) == [])
        status.phase = .recording
        #expect(key(.character("Q")) == [.pressed(.stop, Self.time)])
        #expect(key(.character("P")) == [.pressed(.pause, Self.time)])
        #expect(key(.character("=")) == [.pressed(.louder, Self.time)])
        #expect(key(.character("Z")) == [])
        let keysyms: [UInt32] = [0xff09, 0xfe20, 0x72, 0x52, 0x20, 0xff0d, 0xff1b, 0x2b, 0xffaf, 0xffe1]
        let keys: [PreviewKey?] = [
            .next, .previous, .character("R"), .character("R"), .activate, .activate, .escape, .character("+"), nil,
            nil,
        ]
        #expect(keysyms.map { PreviewKey(keysym: $0) } == keys)
    }

    @Test("A menu opens over the picture, goes by the arrow keys, and ends with a choice or with Escape")
    mutating func menus() throws {
        #expect(try click(.layout) == [.menuOpened(.layout)])
        let menu = try #require(interaction.look.menu)
        #expect(menu.choice == .layout("stack"))
        let geometry = try #require(interaction.menuGeometry)
        let control = try #require(interaction.strip.area(of: .layout))
        #expect(geometry.rows.count == 3 && geometry.area.x >= 0 && geometry.area.y >= 0)
        #expect(geometry.area.maxY <= Self.size.height + control.y && geometry.area.maxX <= Self.size.width)
        _ = key(.down)
        _ = key(.down)
        #expect(interaction.look.menu?.choice == .layout("single"))
        _ = key(.up)
        #expect(key(.activate) == [.chosen(.layout("pip"))])
        #expect(interaction.look.menu == nil && interaction.menuGeometry == nil)
        #expect(key(.character("L")) == [.menuOpened(.layout)])
        #expect(key(.escape) == [])
        #expect(interaction.look.menu == nil)
        // A click on the picture wants the menu gone, and no film.
        _ = try click(.mirror)
        #expect(interaction.take(.down(Self.time), in: .picture, x: 9, y: 9, status) == [])
        #expect(interaction.look.menu == nil)
        _ = try click(.format)
        interaction.focusLost()
        #expect(interaction.look.menu == nil)
    }

    @Test("The pointer chooses in a menu, and a heading can't be chosen")
    mutating func pointedMenu() throws {
        _ = try click(.devices)
        let (menu, geometry) = (try #require(interaction.look.menu), try #require(interaction.menuGeometry))
        #expect(menu.rows.count == 8)
        let heading = geometry.rows[4]
        #expect(interaction.take(.up, in: .menu, x: heading.x + 2, y: heading.y + 2, status) == [])
        let other = geometry.rows[5]
        #expect(
            interaction.take(.up, in: .menu, x: other.x + 2, y: other.y + 2, status)
                == [.chosen(.device(place: 1, id: "a"))]
        )
        #expect(interaction.look.menu == nil)
    }

    @Test("A menu that is higher than the window has more than one column, and none lies outside of it")
    mutating func lowWindow() throws {
        status.layouts = (0..<12).map { "layout \($0)" }
        interaction.update(status, pictureSize: PixelSize(width: 640, height: 120))
        _ = try click(.layout)
        let geometry = try #require(interaction.menuGeometry)
        let window = PixelSize(width: 640, height: 120 + interaction.strip.size.height)
        #expect(PixelRect(window).contains(geometry.area))
        #expect(Set(geometry.rows.map(\.x)).count > 1)
    }

    @Test("A click on the picture is a tap at its own time, and with Ctrl a place to be sharp")
    mutating func taps() {
        #expect(interaction.take(.down(Self.time), in: .picture, x: 9, y: 9, status) == [.tap(Self.time)])
        #expect(interaction.take(.up, in: .picture, x: 9, y: 9, status) == [])
        let events = interaction.take(.downWithControl(Self.time), in: .picture, x: 319, y: 179, status)
        guard case .focus(let point)? = events.first else {
            Issue.record("no focus: \(events)")
            return
        }
        #expect(abs(point.x - 0.5) < 0.002 && abs(point.y - 0.25) < 0.002)
    }

    @Test("The small picture is tapped when the pointer stays, and moved when it goes, which is no tap")
    mutating func drags() {
        status.movable = PixelRect(x: 400, y: 500, width: 200, height: 100)
        #expect(interaction.take(.down(Self.time), in: .picture, x: 450, y: 550, status) == [])
        #expect(interaction.take(.moved, in: .picture, x: 453, y: 551, status) == [])
        #expect(interaction.take(.up, in: .picture, x: 453, y: 551, status) == [.tap(Self.time)])

        #expect(interaction.take(.down(Self.time), in: .picture, x: 450, y: 550, status) == [])
        let events = interaction.take(.moved, in: .picture, x: 450 - 320, y: 550 - 360, status)
        #expect(events == [.moved(PreviewPoint(x: 400.0 / 640 - 0.5, y: 500.0 / 720 - 0.5))])
        #expect(interaction.take(.up, in: .picture, x: 130, y: 190, status) == [])
        // Beside it a click is a tap at once.
        #expect(interaction.take(.down(Self.time), in: .picture, x: 9, y: 9, status) == [.tap(Self.time)])
    }
}
