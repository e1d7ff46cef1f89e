import Testing

@testable import DoubletakeLibAV

@Suite struct LibAVWrittenBytesTests {
    @Test("What is written in turn is new, until it is taken")
    func new() {
        let written = LibAVWrittenBytes()
        written.write([1, 2])
        written.write([3])
        #expect(written.takeNew() == [1, 2, 3])
        #expect(written.takeNew().isEmpty)
        written.write([4])
        #expect(written.byteCount == 4)
        #expect(written.takeNew() == [4])
    }

    @Test("What is written over new bytes changes them; over taken ones it is a change of its own")
    func changes() {
        let written = LibAVWrittenBytes()
        written.write([1, 2, 3, 4])
        #expect(written.move(to: 1))
        written.write([9])
        #expect(written.takeNew() == [1, 9, 3, 4])
        #expect(written.takeChanges().isEmpty)
        #expect(written.move(to: 2))
        written.write([7])
        written.write([8, 5, 6])
        #expect(written.takeNew() == [5, 6])
        #expect(written.takeChanges() == [LibAVWrittenBytes.Change(offset: 2, bytes: [7, 8])])
        #expect(written.takeChanges().isEmpty)
    }

    @Test("Nobody can go beyond the end")
    func end() {
        let written = LibAVWrittenBytes()
        written.write([1, 2])
        #expect(!written.move(to: 3))
        #expect(!written.move(to: -1))
        #expect(written.move(to: 2))
    }
}
