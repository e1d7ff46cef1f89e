import DoubletakeMedia
import Testing

struct PixelBufferTests {
    private static let formats = [PixelFormat.i420, .nv12, .bgra]
    private static let sizes = [(1, 1), (2, 2), (5, 3), (64, 2), (65, 7), (130, 9)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    private func buffer(_ format: PixelFormat, _ size: PixelSize) -> PixelBuffer {
        PixelBuffer(format: format, displaySize: size, color: .bt709Limited)
    }

    private func bytes(_ buffer: PixelBuffer, ofPlane plane: Int) -> [UInt8] {
        buffer.withBytes(ofPlane: plane) { span in
            // SAFETY: a byte has no invalid values, and the span checks the offset.
            (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
    }

    private func fill(_ buffer: PixelBuffer, plane: Int, with value: UInt8) {
        buffer.withMutableBytes(ofPlane: plane) { span in
            for offset in 0..<span.byteCount { span.storeBytes(of: value, toByteOffset: offset, as: UInt8.self) }
        }
    }

    @Test(
        "An odd size gets an even coded size where columns and rows share chroma, and keeps its own elsewhere",
        arguments: [
            (PixelFormat.i420, PixelSize(width: 6, height: 4)), (.nv12, PixelSize(width: 6, height: 4)),
            (.bgra, PixelSize(width: 5, height: 3)),
        ]
    )
    func codedSize(format: PixelFormat, coded: PixelSize) {
        let buffer = buffer(format, PixelSize(width: 5, height: 3))
        #expect(buffer.codedSize == coded)
        #expect(buffer.displaySize == PixelSize(width: 5, height: 3))
    }

    @Test("Every plane has room for its rows, which begin at multiples of 64 bytes", arguments: formats, sizes)
    func layout(format: PixelFormat, size: PixelSize) {
        let buffer = buffer(format, size)
        for (index, plane) in format.planes.enumerated() {
            let columns = buffer.codedSize.width / plane.columnsPerElement
            #expect(buffer.rowCount(ofPlane: index) == buffer.codedSize.height / plane.rowsPerElement)
            #expect(buffer.bytesPerRow(ofPlane: index).isMultiple(of: 64))
            #expect(buffer.bytesPerRow(ofPlane: index) >= columns * plane.bytesPerElement)
            buffer.withBytes(ofPlane: index) { span in
                #expect(span.byteCount == buffer.bytesPerRow(ofPlane: index) * buffer.rowCount(ofPlane: index))
                // SAFETY: the address is looked at and not followed.
                let address = unsafe span.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
                #expect(address.isMultiple(of: 64))
            }
        }
    }

    @Test("A buffer is zeros at first", arguments: formats)
    func zeros(format: PixelFormat) {
        let buffer = buffer(format, PixelSize(width: 5, height: 3))
        for plane in format.planes.indices {
            #expect(bytes(buffer, ofPlane: plane).allSatisfy { $0 == 0 })
        }
    }

    @Test("Writing all of one plane doesn't touch another", arguments: [PixelFormat.i420, .nv12], sizes)
    func separation(format: PixelFormat, size: PixelSize) {
        for written in format.planes.indices {
            let buffer = buffer(format, size)
            fill(buffer, plane: written, with: 0xa5)
            for plane in format.planes.indices {
                #expect(bytes(buffer, ofPlane: plane).allSatisfy { $0 == (plane == written ? 0xa5 : 0) })
            }
        }
    }

    @Test("An error from inside comes out as it is")
    func errors() {
        struct Oops: Error {}
        let buffer = buffer(.bgra, PixelSize(width: 1, height: 1))
        #expect(throws: Oops.self) { try buffer.withBytes(ofPlane: 0) { _ in throw Oops() } }
        #expect(throws: Oops.self) { try buffer.withMutableBytes(ofPlane: 0) { _ in throw Oops() } }
    }

    @Test("An external picture has its handle, and one in memory has none")
    func external() {
        struct Handle: PixelBuffer.ExternalHandle {
            let number: Int
        }
        let size = PixelSize(width: 5, height: 3)
        let external = PixelBuffer(
            external: Handle(number: 7),
            format: .nv12,
            codedSize: PixelSize(width: 16, height: 16),
            displaySize: size,
            color: .bt709Limited
        )
        #expect((external.externalHandle as? Handle)?.number == 7)
        #expect(external.codedSize == PixelSize(width: 16, height: 16))
        #expect(buffer(.nv12, size).externalHandle == nil)
    }

    @Test("A format is known by its name")
    func names() {
        #expect(Self.formats.map(\.description) == ["i420", "nv12", "bgra"])
        #expect(Set(Self.formats).count == 3)
    }
}
