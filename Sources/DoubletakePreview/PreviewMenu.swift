package import DoubletakeMedia

/// The choices of a control, one below the other, over the picture.
package struct PreviewMenu: Hashable, Sendable {
    /// A row.
    package enum Row: Hashable, Sendable {
        /// A heading, which can't be chosen.
        case heading(String)
        /// A choice.
        case choice(PreviewChoice, words: String, isCurrent: Bool)
    }

    /// Whose choices they are.
    package let control: PreviewControl
    /// The rows.
    package let rows: [Row]
    /// The row that would be chosen now; nil when none would.
    package private(set) var highlighted: Int?

    private static let rowHeight = 26
    private static let border = 5
    private static let width = 190

    /// The menu of a control; nil when it has no choices.
    package init?(_ control: PreviewControl, _ status: PreviewStatus) {
        self.control = control
        switch control {
        case .layout:
            rows = status.layouts.map { .choice(.layout($0), words: $0, isCurrent: $0 == status.layout) }
        case .mirror:
            rows = PreviewMirroring.allCases.map {
                .choice(.mirroring($0), words: $0.words, isCurrent: $0 == status.mirroring)
            }
        case .format:
            rows = status.formats.map { .choice(.format($0), words: $0, isCurrent: $0 == status.format) }
        case .devices:
            rows = status.cameras.enumerated().flatMap { place, camera in
                let devices = status.devices.map { device in
                    Row.choice(
                        .device(place: place, id: device.id),
                        words: device.name,
                        isCurrent: device.id == camera.device
                    )
                }
                let visibility = Row.choice(.visibility(place: place), words: "Shown", isCurrent: camera.isShown)
                return [.heading("Picture \(place + 1)")] + devices + [visibility]
            }
        case .record, .pause, .stop, .play, .swap, .cameras, .torch, .mute, .quieter, .louder: return nil
        }
        if rows.isEmpty { return nil }
        highlighted = rows.firstIndex { if case .choice(_, _, true) = $0 { true } else { false } }
        if highlighted == nil { moveHighlight(by: 1) }
    }

    /// The same choices as they are now, with the same one highlighted.
    package func updated(_ status: PreviewStatus) -> PreviewMenu? {
        guard var menu = PreviewMenu(control, status) else { return nil }
        if menu.rows.count == rows.count { menu.highlighted = highlighted }
        return menu
    }

    /// What would be chosen now.
    package var choice: PreviewChoice? {
        guard let highlighted, case .choice(let choice, _, _) = rows[highlighted] else { return nil }
        return choice
    }

    /// Goes up or down to the next choice, from the last to the first.
    package mutating func moveHighlight(by step: Int) {
        var index = highlighted ?? (step > 0 ? -1 : rows.count)
        for _ in rows {
            index = (index + step + rows.count) % rows.count
            if case .choice = rows[index] {
                highlighted = index
                return
            }
        }
    }

    /// Highlights a row, or none; a heading never is.
    package mutating func highlight(_ row: Int?) {
        guard let row, case .choice = rows[row] else {
            highlighted = nil
            return
        }
        highlighted = row
    }

    /// Where a menu is, and its rows in it.
    package struct Geometry: Hashable, Sendable {
        /// Where it is in the window.
        package let area: PixelRect
        /// Where each row is in the menu; rows that have no room in the window are left out.
        package let rows: [PixelRect]

        /// The row at a place of the menu; nil when there is none.
        package func row(atX x: Int, y: Int) -> Int? {
            rows.firstIndex { $0.contains(x: x, y: y) }
        }
    }

    /// Where it is in a window: above its control, in as many columns as it takes.
    package func geometry(above control: PixelRect, in window: PixelSize, scale: Double) -> Geometry {
        func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
        let (rowHeight, border) = (scaled(Self.rowHeight), scaled(Self.border))
        let width = min(scaled(Self.width), max(window.width - 2 * border, 1))
        let mostRows = max((control.y - 2 * border) / rowHeight, 1)
        let mostColumns = max((window.width - 2 * border) / width, 1)
        let shownCount = min(rows.count, mostRows * mostColumns)
        let columnCount = (shownCount + mostRows - 1) / mostRows
        let rowCount = (shownCount + columnCount - 1) / columnCount
        let size = PixelSize(width: columnCount * width + 2 * border, height: rowCount * rowHeight + 2 * border)
        let area = PixelRect(
            x: max(min(control.x, window.width - size.width), 0),
            y: max(control.y - size.height - border, 0),
            width: size.width,
            height: size.height
        )
        let places = (0..<shownCount).map { index in
            PixelRect(
                x: border + index / rowCount * width,
                y: border + index % rowCount * rowHeight,
                width: width,
                height: rowHeight
            )
        }
        return Geometry(area: area, rows: places)
    }
}
