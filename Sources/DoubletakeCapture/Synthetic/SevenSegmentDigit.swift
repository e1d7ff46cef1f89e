import DoubletakeMedia

/// A digit made of up to seven bars, as on a pocket calculator: no font is needed to read a test picture.
enum SevenSegmentDigit {
    /// Which of the bars (top, top left, top right, middle, bottom left, bottom right, bottom) each digit has.
    private static let bars: [[Int]] = [
        [0, 1, 2, 4, 5, 6], [2, 5], [0, 2, 3, 4, 6], [0, 2, 3, 5, 6], [1, 2, 3, 5],
        [0, 1, 3, 5, 6], [0, 1, 3, 4, 5, 6], [0, 2, 5], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 5, 6],
    ]

    /// The bars of `digit` (0 to 9) in `box`.
    static func segments(of digit: Int, in box: PixelRect) -> [PixelRect] {
        let thickness = max(box.width / 5, 1)
        let half = (box.height - thickness) / 2
        let right = box.x + box.width - thickness
        let places = [
            PixelRect(x: box.x, y: box.y, width: box.width, height: thickness),
            PixelRect(x: box.x, y: box.y, width: thickness, height: half + thickness),
            PixelRect(x: right, y: box.y, width: thickness, height: half + thickness),
            PixelRect(x: box.x, y: box.y + half, width: box.width, height: thickness),
            PixelRect(x: box.x, y: box.y + half, width: thickness, height: half + thickness),
            PixelRect(x: right, y: box.y + half, width: thickness, height: half + thickness),
            PixelRect(x: box.x, y: box.maxY - thickness, width: box.width, height: thickness),
        ]
        return bars[digit].map { places[$0] }
    }
}
