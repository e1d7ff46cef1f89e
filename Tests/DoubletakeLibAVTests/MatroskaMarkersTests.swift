import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import DoubletakeLibAV

@Suite struct MatroskaMarkersTests {
    private static let markers = [
        TimedMarker(time: .milliseconds(1_500), name: "Größe 章"), TimedMarker(time: .milliseconds(250), name: ""),
        TimedMarker(time: .milliseconds(1_500), name: "Marker 3"), TimedMarker(time: .seconds(60), name: "Out"),
    ]

    /// A film of two seconds after its second flush, in which the last marker is, and after its end.
    private func film(_ container: ContainerFormat) throws -> (unfinished: [UInt8], finished: [UInt8]) {
        let row = FilmRow(container: container, video: container.videoCodecs[0], audio: container.audioCodecs[0])
        let (tracks, packets) = try row.film()
        let storage = MemoryStorage()
        let muxer = try LibAVMuxerProvider.makeMuxer(container, tracks: tracks, storage: storage, subject: "film")
        for packet in packets { try muxer.write(packet) }
        try muxer.write(Self.markers[0])
        try muxer.flush()
        let flushed = storage.bytes.count
        for marker in Self.markers[1...] { try muxer.write(marker) }
        try muxer.flush()
        #expect(storage.bytes.count > flushed, "markers alone are written too")
        let unfinished = storage.bytes
        try muxer.finish()
        return (unfinished, storage.bytes)
    }

    @Test(
        "A film that isn't finished has all its markers, in the order in which they were set",
        arguments: [ContainerFormat.mkv, .webm])
    func unfinished(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let bytes = try film(container).unfinished
        #expect(try MatroskaMarkers.markers(in: MemoryStorage(bytes)) == Self.markers)
        let path = try folder.write(bytes, to: "film.\(container.name)")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        #expect(try MediaProbe.chapters(path).isEmpty)
    }

    @Test("A finished film has them as chapters, in the order of their times", arguments: [ContainerFormat.mkv, .webm])
    func finished(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try film(container).finished, to: "film.\(container.name)")
        let chapters = try MediaProbe.chapters(path)
        #expect(chapters.map(\.name) == ["", "Größe 章", "Marker 3"])
        #expect(chapters.map(\.start) == [250, 1_500, 1_501].map { .milliseconds($0) })
        #expect(try MediaProbe.decodeWarnings(path) == "")
    }

    @Test("A film that is cut off anywhere has the markers before that", arguments: [ContainerFormat.mkv, .webm])
    func torn(container: ContainerFormat) throws {
        let bytes = try film(container).unfinished
        for count in stride(from: 0, to: bytes.count, by: 97) {
            let markers = try MatroskaMarkers.markers(in: MemoryStorage(Array(bytes.prefix(count))))
            #expect(markers == Array(Self.markers.prefix(markers.count)))
        }
        #expect(
            try MatroskaMarkers.markers(in: MemoryStorage(Array(bytes.dropLast()))) == Array(Self.markers.dropLast()))
    }

    @Test("What others leave out, and what is damaged, is passed over")
    func others() throws {
        let head: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xff]
        let marker = MatroskaMarkers.element(Self.markers[0])
        var damaged = marker
        damaged[10] ^= 1
        var text = marker
        text[text.count - 1] = 0xff
        let others = EBMLElement.void([]) + EBMLElement.void([UInt8](repeating: 7, count: 5_000)) + [0xec, 0x81, 0]
        let bytes = head + others + damaged + text + marker
        #expect(try MatroskaMarkers.markers(in: MemoryStorage(bytes)) == [Self.markers[0]])
        #expect(try MatroskaMarkers.markers(in: MemoryStorage(bytes + [0, 0, 0, 0] + marker)) == [Self.markers[0]])
        #expect(try MatroskaMarkers.markers(in: MemoryStorage(Array("no film at all".utf8))).isEmpty)
    }
}
