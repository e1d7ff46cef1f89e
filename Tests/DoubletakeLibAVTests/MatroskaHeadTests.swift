import DoubletakeLibAV
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct MatroskaHeadTests {
    @Test("A film is unfinished from its first flush to its end", arguments: [ContainerFormat.mkv, .webm])
    func film(container: ContainerFormat) throws {
        let row = FilmRow(container: container, video: container.videoCodecs[0], audio: container.audioCodecs[0])
        let (tracks, packets) = try row.film()
        let storage = MemoryStorage()
        let muxer = try LibAVMuxerProvider.makeMuxer(container, tracks: tracks, storage: storage, subject: "film")
        for packet in packets { try muxer.write(packet) }
        try muxer.flush()
        #expect(try MatroskaHead.isUnfinished(storage) == true)
        try muxer.finish()
        #expect(try MatroskaHead.isUnfinished(storage) == false)
        for count in [0, 3, 4, 5, 30, 41] {
            #expect(try MatroskaHead.isUnfinished(MemoryStorage(Array(storage.bytes.prefix(count)))) == nil)
        }
    }

    @Test(
        "What is no Matroska file is none",
        arguments: [
            [], Array("ftypisom0000".utf8), [0x1a, 0x45, 0xdf, 0xa3], [0x1a, 0x45, 0xdf, 0xa3, 0x00],
            [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67], [0x1a, 0x45, 0xdf, 0xa3, 0xff, 0x18],
        ] as [[UInt8]]
    )
    func others(bytes: [UInt8]) throws {
        #expect(try MatroskaHead.isUnfinished(MemoryStorage(bytes)) == nil)
    }

    @Test("An unknown length is one of ones alone, however long")
    func lengths() throws {
        let head: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67]
        #expect(try MatroskaHead.isUnfinished(MemoryStorage(head + [0xff])) == true)
        #expect(try MatroskaHead.isUnfinished(MemoryStorage(head + [0x7f, 0xff])) == true)
        #expect(try MatroskaHead.isUnfinished(MemoryStorage(head + [0xfe])) == false)
        #expect(
            try MatroskaHead.isUnfinished(MemoryStorage(head + [0x01] + [UInt8](repeating: 0xff, count: 7))) == true)
    }
}
