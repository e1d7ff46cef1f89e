import DoubletakeDrawing
package import DoubletakeMedia

/// The strip of controls below the preview's picture: where its buttons are, and how they look.
package struct PreviewStrip: Hashable, Sendable {
    /// How high the strip is: buttons that a finger can hit.
    package static let height = 44

    /// The strip's size.
    package let size: PixelSize

    private static let buttonHeight = 30
    private static let gap = 7
    private static let textSize = 13.0
    private static let background = DrawingColor(red: 0.16, green: 0.17, blue: 0.19)
    private static let face = DrawingColor(red: 0.28, green: 0.29, blue: 0.32)
    private static let red = DrawingColor(red: 0.86, green: 0.16, blue: 0.16)

    /// Creates the strip of a window of that width.
    package init(width: Int) {
        size = PixelSize(width: max(width, 1), height: Self.height)
    }

    /// Where a button is.
    package func area(of button: PreviewButton) -> PixelRect {
        let widths = PreviewButton.allCases.map(Self.width)
        let index = PreviewButton.allCases.firstIndex(of: button) ?? 0
        let left = widths[..<index].reduce(Self.gap) { $0 + $1 + Self.gap }
        let top = (Self.height - Self.buttonHeight) / 2
        return PixelRect(x: left, y: top, width: widths[index], height: Self.buttonHeight)
    }

    /// The button at a place that does something in a phase; nil when there is none.
    package func button(atX x: Int, y: Int, in phase: PreviewStatus.Phase) -> PreviewButton? {
        PreviewButton.allCases.first { button in
            let area = area(of: button)
            return button.isEnabled(in: phase) && x >= area.x && x < area.maxX && y >= area.y && y < area.maxY
        }
    }

    private static func width(of button: PreviewButton) -> Int {
        switch button {
        case .record, .stop: 42
        case .swap: 56
        case .layout: 118
        }
    }

    /// Draws the strip into a BGRA picture of its size.
    package func draw(_ status: PreviewStatus, into picture: PixelBuffer) {
        picture.draw { drawing in
            drawing.fill(.rectangle(PixelRect(size)), with: Self.background)
            for button in PreviewButton.allCases { draw(button, status, drawing) }
            let start = area(of: .layout).maxX + 2 * Self.gap
            let timer = DrawingText(status.timer, size: Self.textSize + 2, weight: .bold)
            let color = status.phase == .recording ? Self.red : .white
            let room = drawing.size(of: timer)
            drawing.draw(timer, x: Double(start), y: Double(Self.height - room.height) / 2, with: color)
            let text = DrawingText(status.text, size: Self.textSize)
            let left = start + room.width + 2 * Self.gap
            guard left < size.width - Self.gap else { return }
            let height = drawing.size(of: text).height
            drawing.draw(
                text,
                x: Double(left),
                y: Double(Self.height - height) / 2,
                width: size.width - left - Self.gap,
                with: DrawingColor.white.opacity(0.85)
            )
        }
    }

    private func draw(_ button: PreviewButton, _ status: PreviewStatus, _ drawing: borrowing Drawing) {
        let area = area(of: button)
        let opacity = button.isEnabled(in: status.phase) ? 1 : 0.35
        drawing.fill(.rounded(area, radius: 6), with: Self.face.opacity(opacity))
        let side = 14
        let mark = PixelRect(
            x: area.x + (area.width - side) / 2,
            y: area.y + (area.height - side) / 2,
            width: side,
            height: side
        )
        switch button {
        case .record:
            let isFilming = status.phase == .recording || status.phase == .paused
            drawing.fill(.ellipse(mark), with: isFilming ? Self.red : DrawingColor.white.opacity(opacity))
        case .stop: drawing.fill(.rectangle(mark), with: DrawingColor.white.opacity(opacity))
        case .swap: draw("Swap", in: area, opacity, drawing)
        case .layout: draw(status.layout.isEmpty ? "Layout" : status.layout, in: area, opacity, drawing)
        }
    }

    private func draw(_ word: String, in area: PixelRect, _ opacity: Double, _ drawing: borrowing Drawing) {
        let text = DrawingText(word, size: Self.textSize)
        let room = drawing.size(of: text, width: area.width)
        drawing.draw(
            text,
            x: Double(area.x) + Double(area.width - room.width) / 2,
            y: Double(area.y) + Double(area.height - room.height) / 2,
            width: area.width,
            with: DrawingColor.white.opacity(opacity)
        )
    }
}
