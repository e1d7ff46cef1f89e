import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ColorTableScreenTests {
    @Test("Where colours come from a table, each pixel has the one that the table says, also after the table grew")
    func colors() throws {
        let screen = try RecordedScreen(depth: 8) { _, client in
            try client.fillAll(.grey)
            try client.fill(PixelRect(x: 20, y: 10, width: 30, height: 20), .red)
        }
        #expect(screen.client.connection.screen.pixelFormat.colorModel == .indexed)
        let first = try #require(screen.watcher.await { _ in true })
        try expect(first.pixelBuffer, x: 100, y: 60, shows: .grey, on: screen)
        try expect(first.pixelBuffer, x: 31, y: 21, shows: .red, on: screen)
        // A colour that isn't in the table yet.
        let color = TestColor(200, 100, 52)
        try screen.client.fill(PixelRect(x: 61, y: 71, width: 41, height: 33), color)
        let luma = try ShownColor(shownBy: color, on: screen).luma
        let later = try #require(screen.watcher.await { abs($0.pixelBuffer.sample(x: 80, y: 80)[0] - luma) <= 1 })
        try expect(later.pixelBuffer, x: 80, y: 80, shows: color, on: screen)
        try expect(later.pixelBuffer, x: 100, y: 60, shows: .grey, on: screen)
    }

    private func expect(
        _ picture: PixelBuffer,
        x: Int,
        y: Int,
        shows color: TestColor,
        on screen: RecordedScreen,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let wanted = try ShownColor(shownBy: color, on: screen)
        let sample = picture.sample(x: x, y: y)
        let differences = zip(sample, [wanted.luma, wanted.cb, wanted.cr]).map { abs($0 - $1) }
        #expect(differences.allSatisfy { $0 <= 1 }, "\(sample)", sourceLocation: sourceLocation)
    }
}

/// Luma and chroma of a colour, as the film has them.
private struct ShownColor {
    let luma: Int
    let cb: Int
    let cr: Int

    init(shownBy color: TestColor, on screen: RecordedScreen) throws {
        let shown = try screen.client.shown(color)
        let (red, green, blue) = (Double(shown.red), Double(shown.green), Double(shown.blue))
        let grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        luma = Int((16 + 219 * grey / 255).rounded())
        cb = Int((128 + 224 * (blue - grey) / 1.8556 / 255).rounded())
        cr = Int((128 + 224 * (red - grey) / 1.5748 / 255).rounded())
    }
}
