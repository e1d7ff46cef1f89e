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

        fileprivate var isLeft: Bool { self == .topLeft || self == .bottomLeft }
        fileprivate var isTop: Bool { self == .topLeft || self == .topRight }
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
        precondition(smallPicturePercentages.contains(percentage), "a small picture is small, and can be seen")
        precondition((0...10).contains(margin), "a margin is a part of the canvas")
        return Layout("pip", gravity: .fill) { pictures, canvas in
            let whole = PixelRect(canvas)
            let smallCount = pictures.count - 1
            guard smallCount > 0 else { return [whole] }
            let gap = min(canvas.width, canvas.height) * margin / 100 & ~1
            // However many there are, each has its share of the width.
            let width = min(canvas.width * percentage / 100, (canvas.width - gap) / smallCount - gap)
            let box = PixelSize(width: max(width & ~1, 2), height: max(canvas.height * percentage / 100 & ~1, 2))
            var edge = corner.isLeft ? gap : canvas.width - gap
            let small = pictures.dropFirst().map { picture -> PixelRect in
                let size = picture.gravity == .fit ? picture.size.fitted(into: box) : box
                let left = corner.isLeft ? edge : edge - size.width
                edge = corner.isLeft ? left + size.width + gap : left - gap
                let top = corner.isTop ? gap : canvas.height - gap - size.height
                return PixelRect(x: max(left, 0), y: max(top, 0), width: size.width, height: size.height)
            }
            return [whole] + small
        }
    }
}
