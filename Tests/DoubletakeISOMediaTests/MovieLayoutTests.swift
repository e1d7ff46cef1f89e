import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("The layout of a movie")
struct MovieLayoutTests {
    @Test("The layout of a movie names the boxes, and says that a file in fragments is unfinished")
    func unfinished() throws {
        let bytes = SyntheticMovie.small.bytes()
        let layout = try MovieLayout(of: MemoryStorage(bytes))
        #expect(layout.boxes.map(\.type) == [.ftyp, .moov, .moof, .mdat, .moof, .mdat])
        #expect(layout.boxes.last?.end == Int64(bytes.count))
        #expect(layout.index == layout.boxes[1])
        #expect(layout.state == .unfinished)
        #expect(layout.tail == nil)
        #expect(layout.byteCount == Int64(bytes.count))
    }

    @Test("The layout of a movie shows what is left of a box that was being written")
    func tail() throws {
        let bytes = SyntheticMovie.small.bytes()
        let layout = try MovieLayout(of: MemoryStorage(bytes + [0, 0, 1, 0] + Array("mdat".utf8)))
        #expect(layout.tail == MovieLayout.Tail(offset: Int64(bytes.count), byteCount: 8, box: .mdat))
        let shorter = try MovieLayout(of: MemoryStorage(bytes + [0, 0, 1]))
        #expect(shorter.tail == MovieLayout.Tail(offset: Int64(bytes.count), byteCount: 3, box: nil))
    }

    @Test("The layout of a movie tells a part that a recorder left from a finished file without reading far")
    func isUnfinished() throws {
        let storage = MemoryStorage(SyntheticMovie.small.bytes())
        #expect(try MovieLayout.isUnfinished(storage))
        #expect(storage.calls.count < 10)
        _ = try MovieFinisher.finish(storage)
        #expect(try !MovieLayout.isUnfinished(storage))
    }

    @Test("The layout of something else than a movie is refused")
    func refused() {
        #expect(throws: ISOMediaError.notISOMedia) { try MovieLayout.isUnfinished(MemoryStorage([])) }
        #expect(throws: ISOMediaError.notISOMedia) { try MovieLayout(of: MemoryStorage([])) }
        let text = MemoryStorage(Array("a text of some length".utf8))
        #expect(throws: ISOMediaError.notISOMedia) { try MovieLayout.isUnfinished(text) }
        let head = MemoryStorage([0, 0, 0, 8] + Array("ftyp".utf8))
        #expect(throws: ISOMediaError.indexMissing) { try MovieLayout.isUnfinished(head) }
        #expect(throws: ISOMediaError.indexMissing) { try MovieLayout(of: head) }
    }
}
