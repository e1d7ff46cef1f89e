package import DoubletakeMedia

/// The strip of controls below the preview's picture: where everything is in it.
///
/// It has three rows: the film (record, pause, stop, play, the timer, the meters), the pictures and the sound, and a line
/// to read. Where the window is too narrow for everything, what matters least is left out; its keys go on working.
package struct PreviewStrip: Hashable, Sendable {
    /// The size of everything: 1 for 96 dots an inch, 2 for twice as many.
    package let scale: Double
    /// The strip's size.
    package let size: PixelSize
    private let areas: [PreviewControl: PixelRect]
    /// Where the timer is.
    let timerArea: PixelRect
    /// Where the meters are; nil when there is no room.
    let meterArea: PixelRect?
    /// Where the gain is written; nil when there is no room.
    let gainArea: PixelRect?
    /// Where the line to read is.
    let textArea: PixelRect

    private static let padding = 8
    private static let gap = 4
    private static let filmHeight = 36
    private static let pictureHeight = 30
    private static let textHeight = 18
    private static let timerWidth = 92
    private static let meterWidth = 150
    private static let gainWidth = 40

    /// The strip's height: buttons that a finger can hit.
    package static func height(scale: Double) -> Int {
        scaled(padding + filmHeight + 6 + pictureHeight + 5 + textHeight + 5, scale)
    }

    /// The narrowest strip in which the film's own controls have room.
    package static func smallestWidth(scale: Double) -> Int {
        scaled(320, scale)
    }

    /// Creates the strip of a window of that width.
    ///
    /// - Parameter hasTorch: whether there is a lamp to switch.
    package init(width: Int, scale: Double = 1, hasTorch: Bool = false) {
        self.scale = scale
        let unscaled = Int(Double(width) / scale)
        size = PixelSize(width: max(width, 1), height: Self.height(scale: scale))
        func area(x: Int, y: Int, width: Int, height: Int) -> PixelRect {
            PixelRect(
                x: Self.scaled(x, scale),
                y: Self.scaled(y, scale),
                width: Self.scaled(width, scale),
                height: Self.scaled(height, scale)
            )
        }
        var areas: [PreviewControl: PixelRect] = [:]
        let (filmTop, right) = (Self.padding, unscaled - Self.padding)
        var x = Self.padding
        for control in [PreviewControl.record, .pause, .stop, .play] {
            let width = Self.width(of: control)
            areas[control] = area(x: x, y: filmTop, width: width, height: Self.filmHeight)
            x += width + Self.gap
        }
        timerArea = area(x: x + 4, y: filmTop, width: Self.timerWidth, height: Self.filmHeight)
        let meterLeft = right - Self.meterWidth
        meterArea =
            meterLeft >= x + Self.timerWidth
            ? area(x: meterLeft, y: filmTop, width: Self.meterWidth, height: Self.filmHeight) : nil

        let top = filmTop + Self.filmHeight + 6
        let shown = Self.shown(in: right - Self.padding, hasTorch: hasTorch)
        x = Self.padding
        for control in Self.pictureControls where shown.contains(control) {
            let width = Self.width(of: control)
            areas[control] = area(x: x, y: top, width: width, height: Self.pictureHeight)
            x += width + Self.gap
        }
        x = right
        var gainArea: PixelRect?
        for control in Self.soundControls.reversed() where shown.contains(control) {
            let width = Self.width(of: control)
            x -= width
            areas[control] = area(x: x, y: top, width: width, height: Self.pictureHeight)
            if control == .louder {
                x -= Self.gainWidth
                gainArea = area(x: x, y: top, width: Self.gainWidth, height: Self.pictureHeight)
            } else {
                x -= Self.gap
            }
        }
        self.gainArea = gainArea
        self.areas = areas
        let textTop = top + Self.pictureHeight + 5
        textArea = area(
            x: Self.padding + 2,
            y: textTop,
            width: max(right - Self.padding - 4, 1),
            height: Self.textHeight
        )
    }

    private static let pictureControls: [PreviewControl] = [
        .layout, .swap, .cameras, .devices, .mirror, .format, .torch,
    ]
    private static let soundControls: [PreviewControl] = [.mute, .quieter, .louder]
    /// What is left out first where there is no room.
    private static let expendable: [Set<PreviewControl>] = [
        [.quieter, .louder], [.format], [.mirror], [.devices], [.torch], [.swap], [.cameras], [.layout], [.mute],
    ]

    /// The controls of the second row that have room in it.
    private static func shown(in room: Int, hasTorch: Bool) -> Set<PreviewControl> {
        var shown = Set(pictureControls + soundControls)
        if !hasTorch { shown.remove(.torch) }
        for group in expendable {
            let gains = shown.contains(.louder) ? gainWidth : 0
            if shown.reduce(gains, { $0 + width(of: $1) + gap }) <= room { break }
            shown.subtract(group)
        }
        return shown
    }

    private static func width(of control: PreviewControl) -> Int {
        switch control {
        case .record: 48
        case .pause, .stop, .play: 36
        case .layout: 102
        case .format: 66
        case .swap, .cameras, .torch, .mute: 32
        case .devices, .mirror: 38
        case .quieter, .louder: 24
        }
    }

    private static func scaled(_ length: Int, _ scale: Double) -> Int {
        Int((Double(length) * scale).rounded())
    }

    /// A length as it is at this scale.
    func scaled(_ length: Double) -> Double {
        length * scale
    }

    /// Where a control is; nil when it has no room.
    package func area(of control: PreviewControl) -> PixelRect? {
        areas[control]
    }

    /// The controls that have room, in the order in which the Tab key goes through them.
    package var controls: [PreviewControl] {
        PreviewControl.allCases.filter { areas[$0] != nil }
    }

    /// The control at a place; nil when there is none.
    package func control(atX x: Int, y: Int) -> PreviewControl? {
        PreviewControl.allCases.first { areas[$0]?.contains(x: x, y: y) ?? false }
    }
}

extension PixelRect {
    /// Whether a pixel lies in it.
    func contains(x: Int, y: Int) -> Bool {
        (self.x..<maxX).contains(x) && (self.y..<maxY).contains(y)
    }
}
