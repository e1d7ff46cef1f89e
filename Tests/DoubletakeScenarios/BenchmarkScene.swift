import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// What is on the screen while recorders are compared: pages of text, on which steps are drawn, the same each time.
///
/// Each step shows its number in small cells at the top, so that a picture of a film can be compared with what the
/// screen looked like at that step. One thread uses it at a time.
final class BenchmarkScene {
    /// What a step changes.
    enum Motion: Sendable {
        /// Nothing.
        case none
        /// A line of text.
        case small
        /// All of the screen: it is scrolled.
        case full

        /// How many steps a second there are.
        var rate: FrameRate? {
            switch self {
            case .none: nil
            case .small: FrameRate(10)
            case .full: FrameRate(30)
            }
        }
    }

    /// Where the pointer doesn't go: what is compared.
    let comparedArea: PixelRect

    private static let lineHeight = 20
    private static let glyph = PixelSize(width: 10, height: 14)
    /// How many screens the page is high that is scrolled.
    private static let pageCount = 3
    /// How many places the small changes go through.
    private static let placeCount = 40
    private static let paper = TestColor(250, 250, 245)
    private static let inks = [TestColor(20, 20, 30), TestColor(30, 60, 150), TestColor(150, 40, 30)]

    private let motion: Motion
    private let size: PixelSize
    private let client: X11TestClient
    private let window: X11Window
    private let page: X11Pixmap
    private let numberCells: [PixelRect]

    /// Shows the scene before its first step.
    init(_ screen: PrivateXServer, _ motion: Motion) throws {
        client = try X11TestClient(screen)
        size = client.connection.screen.size
        self.motion = motion
        window = try client.window(PixelRect(size), Self.paper)
        page = try X11Pixmap(
            client.connection, size: PixelSize(width: size.width, height: size.height * Self.pageCount))
        numberCells = CounterCode(size: PixelSize(width: size.width / 8, height: size.height / 8)).cells
        comparedArea = PixelRect(x: 0, y: 0, width: size.width, height: size.height - 96)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height * Self.pageCount)
        try client.connection.fill([whole], of: page.id, with: client.pixel(Self.paper))
        var random = SeededGenerator(seed: 1)
        for line in 0..<whole.height / Self.lineHeight {
            let width = Int.random(in: size.width / 3...size.width, using: &random) - 2 * Self.lineHeight
            let rect = PixelRect(x: Self.lineHeight, y: line * Self.lineHeight, width: width, height: Self.lineHeight)
            try write(rect, ink: line % 7 == 0 ? 1 : 0, to: page.id, &random)
        }
        try page.copy(PixelRect(size), to: window.id, x: 0, y: 0)
        try draw(0)
    }

    /// Draws a step, after each step before it.
    func draw(_ step: Int) throws {
        try client.connection.atomically { () throws(X11Error) in
            switch motion {
            case .none: break
            case .small: try drawLine(step)
            case .full:
                let top = step * 6 % (size.height * (Self.pageCount - 1))
                let part = PixelRect(x: 0, y: top, width: size.width, height: size.height)
                try page.copy(part, to: window.id, x: 0, y: 0)
            }
            let bits = CounterCode.bits(of: Int64(step))
            for (isWhite, color) in [(true, TestColor.white), (false, .black)] {
                let rects = zip(numberCells, bits).filter { $0.1 == isWhite }.map(\.0)
                try client.connection.fill(rects, of: window.id, with: client.pixel(color))
            }
        }
    }

    /// Moves the pointer, outside of what is compared.
    func movePointer(_ count: Int) throws {
        try client.movePointer(x: 100 + 60 * (count % 20), y: size.height - 48)
    }

    /// The number of the step that a picture of the scene shows.
    static func step(of picture: PixelBuffer) -> Int64? {
        let size = picture.displaySize
        return CounterCode(size: PixelSize(width: size.width / 8, height: size.height / 8)).number(in: picture)
    }

    /// The pixels of the compared area as they are on the screen now, row after row, four bytes each.
    func pixels() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let reader = try X11ImageReader(client.connection, largest: comparedArea.size)
        try reader.read([comparedArea], of: client.connection.screen.root) { _, rows, bytesPerRow in
            // SAFETY: the rows are valid within the call, and a byte is a valid UInt8 whatever it is.
            unsafe rows.withUnsafeBytes { rows in
                for row in 0..<comparedArea.height {
                    let start = row * bytesPerRow
                    unsafe bytes.append(contentsOf: rows[start..<start + 4 * comparedArea.width])
                }
            }
        }
        return bytes
    }

    private func drawLine(_ step: Int) throws(X11Error) {
        let place = step * 7 % Self.placeCount
        let rect = PixelRect(
            x: 200 + 400 * (place % 3),
            y: 100 + Self.lineHeight * place,
            width: 300,
            height: Self.lineHeight
        )
        try client.connection.fill([rect], of: window.id, with: client.pixel(Self.paper))
        var random = SeededGenerator(seed: UInt64(step) + 1000)
        try write(rect, ink: step % Self.inks.count, to: window.id, &random)
    }

    /// Writes a line of something that looks like text from afar: strokes in cells.
    private func write(
        _ rect: PixelRect,
        ink: Int,
        to drawable: X11ID,
        _ random: inout SeededGenerator
    ) throws(X11Error) {
        var strokes: [PixelRect] = []
        for cell in 0..<rect.width / Self.glyph.width where Int.random(in: 0..<6, using: &random) > 0 {
            let x = rect.x + cell * Self.glyph.width
            let y = rect.y + 3
            for _ in 0..<2 {
                let offset = Int.random(in: 0..<6, using: &random)
                strokes.append(PixelRect(x: x + offset, y: y, width: 2, height: Self.glyph.height))
            }
            let offset = Int.random(in: 0..<Self.glyph.height - 1, using: &random)
            strokes.append(PixelRect(x: x, y: y + offset, width: 8, height: 2))
        }
        guard !strokes.isEmpty else { return }
        try client.connection.fill(strokes, of: drawable, with: client.pixel(Self.inks[ink]))
    }
}
