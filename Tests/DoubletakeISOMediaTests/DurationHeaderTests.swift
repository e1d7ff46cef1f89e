import Testing

@testable import DoubletakeISOMedia

@Suite("The header of a movie, track or media")
struct DurationHeaderTests {
    private static func box(_ type: FourCC, version: UInt8 = 0, _ words: [UInt32]) -> Box {
        var writer = BoxWriter()
        writer.fullBox(type, version: version, flags: 3) { writer in for word in words { writer.uint32(word) } }
        let header = BoxHeader(type: type, offset: 0, byteCount: Int64(writer.bytes.count), headerByteCount: 8)
        return Box(header: header, bytes: writer.bytes[...])
    }

    private static func words(_ header: DurationHeader, duration: UInt64) throws -> [UInt32] {
        var writer = BoxWriter()
        header.write(to: &writer, duration: duration)
        let bytes = writer.bytes
        return stride(from: 8, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    @Test("The header of a movie, track or media keeps all but the duration")
    func patched() throws {
        let header = try DurationHeader.trackHeader(Self.box(.tkhd, [11, 12, 7, 0, 99, 21, 22]))
        #expect(header.identity == 7)
        #expect(header.duration == 99)
        #expect(try Self.words(header, duration: 5) == [3, 11, 12, 7, 0, 5, 21, 22])
    }

    @Test("The header of a movie, track or media is written in 64 bits when the duration passes 32")
    func widened() throws {
        let header = try DurationHeader.movieHeader(Self.box(.mvhd, [11, 12, 1_000, 0, 21]))
        #expect(try Self.words(header, duration: 1 << 32 | 5) == [0x100_0003, 0, 11, 0, 12, 1_000, 1, 5, 21])
        #expect(try Self.words(header, duration: 0xFFFF_FFFE) == [3, 11, 12, 1_000, 0xFFFF_FFFE, 21])
        #expect(try Self.words(header, duration: 0xFFFF_FFFF).first == 0x100_0003)
    }

    @Test("The header of a movie, track or media in 64 bits is read, and written in 32 when that is enough")
    func version1() throws {
        let header = try DurationHeader.mediaHeader(Self.box(.mdhd, version: 1, [0, 11, 0, 12, 48_000, 1, 2, 21]))
        #expect(header.duration == 1 << 32 | 2)
        #expect(try Self.words(header, duration: 5) == [3, 11, 12, 48_000, 5, 21])
    }

    @Test(
        "The header of a movie, track or media with zero ticks a second, of an unknown version or cut short is refused")
    func refused() {
        #expect(throws: ISOMediaError.self) { try DurationHeader.mediaHeader(Self.box(.mdhd, [0, 0, 0, 0])) }
        #expect(throws: ISOMediaError.self) {
            try DurationHeader.mediaHeader(Self.box(.mdhd, version: 2, [0, 0, 1, 0]))
        }
        #expect(throws: ISOMediaError.self) { try DurationHeader.mediaHeader(Self.box(.mdhd, [0, 0, 1])) }
    }
}
