import DoubletakeMedia
import DoubletakePixels

/// A ball that flies about between the edges: where it is tells the picture's number, and whether pictures flow.
struct BallPattern: TestPattern {
    private static let background = YUVColor(red: 96, green: 40, blue: 60)
    private static let ball = YUVColor(red: 250, green: 200, blue: 60)
    /// How far the ball flies from one picture to the next, in hundredths of the way from edge to edge: two numbers that
    /// have no common divisor, so that it comes everywhere.
    private static let step = (x: 3, y: 7)

    let isStill = false

    func damage(in size: PixelSize) -> Damage {
        // Numbers may be left out, so the ball may have been anywhere.
        .everything
    }

    func draw(_ number: Int64, damage: Damage, into canvas: PixelBuffer) {
        let size = canvas.displaySize
        canvas.fill(PixelRect(size), with: Self.background)
        let ball = Self.ballArea(of: number, in: size)
        let radius = ball.width / 2
        // Rows of two, as 4:2:0 has them.
        for row in stride(from: 0, to: ball.height, by: 2) {
            let distance = row + 1 - radius
            let half = Self.root(max(radius * radius - distance * distance, 0))
            let stripe = PixelRect(x: ball.x + radius - half, y: ball.y + row, width: 2 * half, height: 2)
            canvas.fill(stripe, with: Self.ball)
        }
    }

    /// The square around the ball.
    static func ballArea(of number: Int64, in size: PixelSize) -> PixelRect {
        let side = max(min(size.width, size.height) / 4 & ~1, 2)
        return PixelRect(
            x: place(number, step: step.x, room: max(size.width - side, 0)),
            y: place(number, step: step.y, room: max(size.height - side, 0)),
            width: side,
            height: side
        )
    }

    /// There and back again.
    private static func place(_ number: Int64, step: Int, room: Int) -> Int {
        let phase = Int(number % 200) * step % 200
        return room * (phase <= 100 ? phase : 200 - phase) / 100 & ~1
    }

    private static func root(_ value: Int) -> Int {
        var root = 0
        while (root + 1) * (root + 1) <= value { root += 1 }
        return root
    }
}
