import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11ImageReaderTests {
    private static let size = PixelSize(width: 200, height: 100)

    @Test(
        "Each way of reading gives the same pixels, in the order of the rectangles",
        arguments: [X11ImageReader.Transport.passedDescriptor, .systemV, .socket]
    )
    func pixels(transport: X11ImageReader.Transport) throws {
        let server = try PrivateXServer(size: Self.size)
        let client = try X11TestClient(server)
        try client.fillAll(.black)
        try client.fill(PixelRect(x: 10, y: 20, width: 30, height: 5), .red)
        try client.fill(PixelRect(x: 100, y: 50, width: 1, height: 1), .blue)
        let reader = try X11ImageReader(client.connection, largest: Self.size, trying: [transport])
        #expect(reader.transport == transport)
        #expect(reader.refusals == [])
        let rectangles = [
            PixelRect(x: 9, y: 19, width: 32, height: 7), PixelRect(x: 100, y: 50, width: 1, height: 1),
            // With this one the three don't fit into the segment at the same time.
            PixelRect(Self.size),
        ]
        var read: [[UInt32]] = []
        try reader.read(rectangles, of: client.connection.screen.root) { index, bytes, bytesPerRow in
            #expect(index == read.count)
            read.append(pixels(of: bytes, bytesPerRow, rectangles[index].size))
        }
        #expect(read.count == 3)
        #expect(read[0].filter { $0 == 0xff0000 }.count == 150)
        #expect(read[0][32 + 1] == 0xff0000)
        #expect(read[0][32] == 0)
        #expect(read[1] == [0xff])
        #expect(read[2].count == 20_000)
        #expect(read[2][20 * 200 + 39] == 0xff0000)
        #expect(read[2][20 * 200 + 40] == 0)
        #expect(read[2][50 * 200 + 100] == 0xff)
    }

    private func pixels(of bytes: RawSpan, _ bytesPerRow: Int, _ size: PixelSize) -> [UInt32] {
        (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                // SAFETY: a number has no invalid values, and the offset is checked. The highest byte means nothing.
                unsafe bytes.unsafeLoadUnaligned(fromByteOffset: y * bytesPerRow + 4 * x, as: UInt32.self) & 0xffffff
            }
        }
    }

    @Test("The fastest way is taken, and without the extension the connection itself")
    func choice() throws {
        let fast = try PrivateXServer()
        let reader = try X11ImageReader(try X11Connection(display: fast.display), largest: Self.size)
        #expect(reader.transport == .passedDescriptor)
        let slow = try PrivateXServer(options: ["-extension", "MIT-SHM"])
        let other = try X11ImageReader(try X11Connection(display: slow.display), largest: Self.size)
        #expect(other.transport == .socket)
        #expect(other.refusals.map(\.reason) == Array(repeating: "the X server has no MIT-SHM extension", count: 2))
    }

    @Test("An area outside of the screen is refused, and the next one is read", arguments: [true, false])
    func outside(isShared: Bool) throws {
        let server = try PrivateXServer(size: Self.size)
        let connection = try X11Connection(display: server.display)
        let reader = try X11ImageReader(
            connection,
            largest: Self.size,
            trying: isShared ? [.passedDescriptor] : []
        )
        let rectangles = [
            PixelRect(x: 190, y: 0, width: 20, height: 10), PixelRect(x: 0, y: 0, width: 20, height: 10),
        ]
        let error = #expect(throws: X11Error.self) {
            try reader.read(rectangles, of: connection.screen.root) { _, _, _ in Issue.record("not one is to be read") }
        }
        guard case .requestFailed(_, let refused)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(refused.code == X11RequestError.Code.match)
        var count = 0
        try reader.read([rectangles[1]], of: connection.screen.root) { _, _, _ in count += 1 }
        #expect(count == 1)
        #expect(try connection.nextEvent() == nil)
    }
}
