import Testing

@testable import DoubletakeISOMedia

@Suite("A box")
struct BoxTests {
    private static func start(_ bytes: [UInt8], left: Int64 = 100, isTopLevel: Bool = true) -> BoxStart {
        BoxStart(bytes[...], at: 50, end: 50 + left, isTopLevel: isTopLevel)
    }

    private static func header(_ start: BoxStart) -> BoxHeader? {
        if case .complete(let header) = start { return header }
        return nil
    }

    private static func isUnreadable(_ start: BoxStart) -> Bool {
        if case .unreadable = start { return true }
        return false
    }

    private static func cutType(_ start: BoxStart) -> FourCC? {
        if case .cut(let type) = start { return type }
        return nil
    }

    private static let moov = [UInt8]("moov".utf8)
    private static let mdat = [UInt8]("mdat".utf8)

    @Test("A box has a size in 32 bits")
    func shortSize() throws {
        let header = try #require(Self.header(Self.start([0, 0, 0, 20] + Self.moov)))
        #expect(header == BoxHeader(type: .moov, offset: 50, byteCount: 20, headerByteCount: 8))
        #expect(header.contentOffset == 58)
        #expect(header.end == 70)
    }

    @Test("A box has a size in 64 bits when the short one says 1")
    func longSize() throws {
        let size: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 16]
        let header = try #require(Self.header(Self.start([0, 0, 0, 1] + Self.mdat + size, left: 1 << 40)))
        #expect(header.byteCount == 8_589_934_608)
        #expect(header.headerByteCount == 16)
    }

    @Test("A box of media data reaches to the end of the file when its size is 0")
    func sizeZero() {
        let bytes = [0, 0, 0, 0] + Self.mdat
        #expect(Self.header(Self.start(bytes))?.byteCount == 100)
        #expect(Self.isUnreadable(Self.start(bytes, isTopLevel: false)))
        #expect(Self.isUnreadable(Self.start([0, 0, 0, 0] + Self.moov)))
        #expect(Self.isUnreadable(Self.start([UInt8](repeating: 0, count: 16))))
    }

    @Test("A box is unreadable when its size doesn't even hold its header")
    func sizeTooSmall() {
        #expect(Self.isUnreadable(Self.start([0, 0, 0, 7] + Self.moov)))
        #expect(Self.isUnreadable(Self.start([0, 0, 0, 1] + Self.moov + [0, 0, 0, 0, 0, 0, 0, 15])))
        #expect(Self.isUnreadable(Self.start([0, 0, 0, 20, 109, 111, 111], left: 7)))
    }

    @Test("A box is cut when it reaches beyond what it stands in, be it by 64 bits")
    func cut() {
        #expect(Self.cutType(Self.start([0, 0, 0, 101] + Self.moov)) == .moov)
        #expect(Self.cutType(Self.start([0, 0, 0, 1] + Self.mdat, left: 8)) == .mdat)
        #expect(Self.cutType(Self.start([0, 0, 0, 1] + Self.mdat + [UInt8](repeating: 255, count: 8))) == .mdat)
    }

    @Test("A box gives its numbers in big-endian order and never more bytes than it has")
    func reader() throws {
        let bytes: [UInt8] = [0, 0, 0, 21, 116, 101, 115, 116, 1, 2, 3, 4, 255, 255, 255, 254, 9, 8, 7, 6, 5]
        let header = BoxHeader(type: "test", offset: 1_000, byteCount: 21, headerByteCount: 8)
        var reader = Box(header: header, bytes: bytes[...]).content
        #expect(try reader.uint32() == 0x0102_0304)
        #expect(try reader.int32() == -2)
        #expect(try reader.uint8() == 9)
        #expect(reader.byteCount == 4)
        #expect(throws: ISOMediaError.malformed(box: "test", offset: 1_000, reason: "it ends too soon")) {
            try reader.uint64()
        }
    }

    @Test("A box gives the boxes in it, and names the place of one that is larger than itself")
    func boxesInBox() throws {
        var writer = BoxWriter()
        writer.box(.moov) { writer in
            writer.fullBox("one ", version: 1, flags: 2) { $0.uint64(3) }
            writer.box("two ") { _ in }
        }
        var bytes = writer.bytes
        let header = BoxHeader(type: .moov, offset: 200, byteCount: Int64(bytes.count), headerByteCount: 8)
        var content = Box(header: header, bytes: bytes[...]).content
        let one = try #require(try content.nextBox())
        #expect(one.header == BoxHeader(type: "one ", offset: 208, byteCount: 20, headerByteCount: 8))
        var inner = one.content
        let (version, flags) = try inner.versionAndFlags(versions: 0...1)
        #expect(version == 1 && flags == 2)
        #expect(try inner.uint64() == 3)
        #expect(try content.nextBox()?.header.type == "two ")
        #expect(try content.nextBox()?.header == nil)

        bytes[31] = 9
        content = Box(header: header, bytes: bytes[...]).content
        _ = try content.nextBox()
        let reason = "what stands at byte 228 in it is no box, or a larger one"
        #expect(throws: ISOMediaError.malformed(box: .moov, offset: 200, reason: reason)) { try content.nextBox() }
    }

    @Test("A box must be there once where one is needed")
    func required() throws {
        var writer = BoxWriter()
        writer.box(.trak) { writer in
            writer.box(.mdia) { _ in }
            writer.box(.tkhd) { _ in }
            writer.box(.tkhd) { _ in }
        }
        let header = BoxHeader(type: .trak, offset: 0, byteCount: Int64(writer.bytes.count), headerByteCount: 8)
        let box = Box(header: header, bytes: writer.bytes[...])
        #expect(try box.required(.mdia).header.offset == 8)
        #expect(try box.optional(.edts)?.header == nil)
        #expect(throws: box.malformed("it has no edts")) { try box.required(.edts) }
        #expect(throws: box.malformed("it has two tkhd")) { try box.required(.tkhd) }
    }

    @Test("A box is named by its four characters, or by a number when they can't be printed")
    func fourCC() {
        #expect(FourCC("moov").rawValue == 0x6D6F_6F76)
        #expect("\(FourCC.moov)" == "moov")
        #expect("\(FourCC(rawValue: 0x0A))" == "0x0000000a")
    }
}
