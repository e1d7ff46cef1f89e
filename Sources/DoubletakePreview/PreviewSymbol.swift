import DoubletakeDrawing
import DoubletakeMedia

/// The signs on the strip's buttons, each drawn in a square of 24 units.
struct PreviewSymbol {
    /// What is drawn.
    enum Kind {
        case disc
        case bars
        case square
        case triangle
        case film
        case exchange
        case camera
        case mirror
        case bolt
        case microphone
        case loudspeaker
        case minus
        case plus
        case chevron
        case stroke
    }

    private let left: Double
    private let top: Double
    private let unit: Double
    private let color: DrawingColor

    /// Prepares signs around a place.
    ///
    /// - Parameter side: the length of the square's sides in pixels.
    init(centerX: Double, centerY: Double, side: Double, color: DrawingColor) {
        unit = side / 24
        (left, top) = (centerX - side / 2, centerY - side / 2)
        self.color = color
    }

    func draw(_ kind: Kind, _ drawing: borrowing Drawing) {
        switch kind {
        case .disc: drawing.fill(.ellipse(rect(3, 3, 18, 18)), with: color)
        case .bars:
            for x in [6.0, 14] { drawing.fill(.rounded(rect(x, 4, 4, 16), radius: unit), with: color) }
        case .square: drawing.fill(.rounded(rect(5, 5, 14, 14), radius: 2 * unit), with: color)
        case .triangle: drawing.fill(.polygon(points([(7, 4), (20, 12), (7, 20)])), with: color)
        case .film:
            drawing.stroke(.rounded(rect(2, 4, 20, 16), radius: 3 * unit), width: line, with: color)
            drawing.fill(.polygon(points([(10, 8.5), (16, 12), (10, 15.5)])), with: color)
        case .exchange:
            lines([(8, 20), (8, 4)], drawing)
            lines([(4, 8), (8, 4), (12, 8)], drawing)
            lines([(16, 4), (16, 20)], drawing)
            lines([(12, 16), (16, 20), (20, 16)], drawing)
        case .camera:
            drawing.fill(.rounded(rect(1, 6, 15, 12), radius: 3 * unit), with: color)
            drawing.fill(.polygon(points([(17.5, 11), (23, 7), (23, 17), (17.5, 13)])), with: color)
        case .mirror:
            for y in [3.0, 8, 13, 18] { lines([(12, y), (12, y + 2.5)], drawing) }
            drawing.fill(.polygon(points([(1.5, 18), (9, 18), (9, 5)])), with: color)
            lines([(22.5, 18), (15, 18), (15, 5), (22.5, 18)], drawing)
        case .bolt:
            let bolt = points([(14, 1), (5, 14), (11, 14), (10, 23), (19, 10), (13, 10)])
            drawing.fill(.polygon(bolt), with: color)
        case .microphone:
            drawing.fill(.rounded(rect(8, 1, 8, 14), radius: 4 * unit), with: color)
            lines([(4.5, 11), (5.3, 14.5), (8, 17.6), (12, 18.7), (16, 17.6), (18.7, 14.5), (19.5, 11)], drawing)
            lines([(12, 18.7), (12, 22.5)], drawing)
        case .loudspeaker:
            drawing.fill(.polygon(points([(2, 8), (7, 8), (13, 3), (13, 21), (7, 16), (2, 16)])), with: color)
            lines([(16.5, 8.5), (18, 12), (16.5, 15.5)], drawing)
            lines([(20, 5.5), (22, 12), (20, 18.5)], drawing)
        case .minus: lines([(5, 12), (19, 12)], drawing)
        case .plus:
            lines([(5, 12), (19, 12)], drawing)
            lines([(12, 5), (12, 19)], drawing)
        case .chevron: lines([(4, 8), (12, 16), (20, 8)], drawing)
        case .stroke: lines([(3, 3), (21, 21)], drawing)
        }
    }

    private var line: Double {
        max(2 * unit, 1)
    }

    private func lines(_ places: [(Double, Double)], _ drawing: borrowing Drawing) {
        drawing.stroke(.lines(points(places)), width: line, with: color)
    }

    private func points(_ places: [(Double, Double)]) -> [DrawingPoint] {
        places.map { DrawingPoint(x: left + $0.0 * unit, y: top + $0.1 * unit) }
    }

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
        PixelRect(
            x: Int((left + x * unit).rounded()),
            y: Int((top + y * unit).rounded()),
            width: max(Int((width * unit).rounded()), 1),
            height: max(Int((height * unit).rounded()), 1)
        )
    }
}
