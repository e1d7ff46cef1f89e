import DoubletakeMedia

extension Layout {
    /// A corner of the canvas, where small pictures lie.
    public enum Corner: String, CaseIterable, Sendable {
        /// At the left of the top.
        case topLeft = "top-left"
        /// At the right of the top.
        case topRight = "top-right"
        /// At the left of the bottom.
        case bottomLeft = "bottom-left"
        /// At the right of the bottom.
        case bottomRight = "bottom-right"

        fileprivate var place: SmallPicturePlace {
            let isLeft = self == .topLeft || self == .bottomLeft
            let isTop = self == .topLeft || self == .topRight
            return SmallPicturePlace(x: isLeft ? 0 : 1, y: isTop ? 0 : 1)
        }
    }

    /// How large small pictures may be, in hundredths of the canvas's width and height.
    public static let smallPicturePercentages = 5...50

    /// The first picture fills the canvas, and the second lies over a corner of it; others beside that one.
    ///
    /// - Parameters:
    ///   - corner: where the second picture lies.
    ///   - percentage: how large it is, in hundredths of the canvas's width and height.
    ///   - margin: how far it is from the edges, in hundredths of the canvas's shorter side.
    public static func pictureInPicture(
        _ corner: Corner = .bottomRight,
        percentage: Int = 22,
        margin: Int = 2
    ) -> Layout {
        pictureInPicture(at: corner.place, percentage: percentage, margin: margin)
    }

    /// As above, with the small picture anywhere; others lie on its side that is further from an edge.
    public static func pictureInPicture(
        at place: SmallPicturePlace,
        percentage: Int = 22,
        margin: Int = 2
    ) -> Layout {
        precondition(smallPicturePercentages.contains(percentage), "a small picture is small, and can be seen")
        precondition((0...10).contains(margin), "a margin is a part of the canvas")
        let cells: @Sendable ([Picture], PixelSize) -> [PixelRect] = { pictures, canvas in
            let whole = PixelRect(canvas)
            let smallCount = pictures.count - 1
            guard smallCount > 0 else { return [whole] }
            let gap = gap(in: canvas, margin: margin)
            // However many there are, each has its share of the width.
            let width = min(canvas.width * percentage / 100, (canvas.width - gap) / smallCount - gap)
            let box = PixelSize(width: max(width & ~1, 2), height: max(canvas.height * percentage / 100 & ~1, 2))
            let sizes = pictures.dropFirst().map { $0.gravity == .fit ? $0.size.fitted(into: box) : box }
            // All of them are moved together, as far as there is room.
            let rowWidth = sizes.reduce(-gap) { $0 + $1.width + gap }
            let isLeft = place.x < 0.5
            let start = gap + Int((Double(canvas.width - 2 * gap - rowWidth) * place.x).rounded())
            var edge = isLeft ? start : start + rowWidth
            let small = sizes.map { size -> PixelRect in
                let left = isLeft ? edge : edge - size.width
                edge = isLeft ? left + size.width + gap : left - gap
                let top = gap + Int((Double(canvas.height - 2 * gap - size.height) * place.y).rounded())
                return PixelRect(x: max(left, 0), y: max(top, 0), width: size.width, height: size.height)
            }
            return [whole] + small
        }
        let movement = Movement(
            place: { tile, x, y, canvas in
                SmallPicturePlace(ofTile: tile, atX: x, y: y, in: canvas, gap: gap(in: canvas, margin: margin))
            },
            moved: { pictureInPicture(at: $0, percentage: percentage, margin: margin) }
        )
        return Layout("pip", gravity: .fill, movement: movement, cells: cells)
    }

    private static func gap(in canvas: PixelSize, margin: Int) -> Int {
        min(canvas.width, canvas.height) * margin / 100 & ~1
    }
}
