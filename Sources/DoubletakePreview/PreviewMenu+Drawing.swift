import DoubletakeDrawing
import DoubletakeMedia

extension PreviewMenu {
    /// Draws the menu into a BGRA picture of its size.
    func draw(_ geometry: Geometry, scale: Double, into picture: PixelBuffer) {
        let whole = PixelRect(x: 0, y: 0, width: geometry.area.width, height: geometry.area.height)
        picture.draw { drawing in
            drawing.fill(.rectangle(whole), with: PreviewColors.menu)
            drawing.stroke(.rectangle(whole), width: max(scale, 1), with: PreviewColors.hovered)
            for (index, (row, area)) in zip(rows, geometry.rows).enumerated() {
                switch row {
                case .heading(let words):
                    draw(words, in: area, indent: 8, size: 11, PreviewColors.quiet, scale, drawing)
                case .choice(_, let words, let isCurrent):
                    if index == highlighted {
                        drawing.fill(.rounded(area, radius: 5 * scale), with: PreviewColors.hovered)
                    }
                    if isCurrent { drawTick(in: area, scale, drawing) }
                    draw(words, in: area, indent: 26, size: 12.5, PreviewColors.ink, scale, drawing)
                }
            }
        }
    }

    private func draw(
        _ words: String,
        in area: PixelRect,
        indent: Double,
        size: Double,
        _ color: DrawingColor,
        _ scale: Double,
        _ drawing: borrowing Drawing
    ) {
        let text = DrawingText(words, size: size * scale)
        let room = area.width - Int((indent + 6) * scale)
        let height = drawing.size(of: text, width: room).height
        let y = Double(area.y) + Double(area.height - height) / 2
        drawing.draw(text, x: Double(area.x) + indent * scale, y: y, width: room, with: color)
    }

    private func drawTick(in area: PixelRect, _ scale: Double, _ drawing: borrowing Drawing) {
        let (x, y) = (Double(area.x) + 9 * scale, Double(area.y) + Double(area.height) / 2)
        let tick = [(0.0, 0.0), (3, 3.5), (9, -4)].map { DrawingPoint(x: x + $0.0 * scale, y: y + $0.1 * scale) }
        drawing.stroke(.lines(tick), width: 2 * scale, with: PreviewColors.focus)
    }
}
