import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What a finished file says of itself and of its tracks.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractMetadataTests {
    @Test("The file has the title, the comment and the date of its recording")
    func metadata() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        scene.writer.metadata = MovieMetadata(
            title: "Größe & \"Form\"",
            comment: "Second take",
            creationDate: .seconds(1_767_225_599) + .milliseconds(250)
        )
        let pictures = try EncodedSample.pictures(at: [.zero])
        try scene.begin(pictures.input)
        try pictures.input.append(all: pictures.packets)
        _ = try await scene.finish()
        let tags = try MediaProbe(folder.write(scene.storage.bytes, to: "film.mp4")).tags
        #expect(tags["title"] == "Größe & \"Form\"" && tags["comment"] == "Second take")
        // MP4 counts whole seconds.
        #expect(tags["creation_time"] == "2025-12-31T23:59:59.000000Z")
    }

    @Test("Without a date of its own the file has that of startWriting")
    func date() throws {
        let scene = WriterScene()
        try scene.begin(Sample.videoInput())
        let date = try #require(scene.codecs.muxed.metadata.creationDate)
        // Between the day on which this was written and the year 2100.
        #expect(date > .seconds(1_764_000_000) && date < .seconds(4_102_444_800))
        #expect(scene.writer.metadata == MovieMetadata())
    }

    @Test("A track has its language, its transform, its natural size and its volume")
    func properties() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero])
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 4_800)
        pictures.input.transform = PictureTransform(a: 0, b: 1, c: -1, d: 0, tx: 48)
        pictures.input.naturalSize = PixelSize(width: 128, height: 96)
        sound.input.languageCode = "deu"
        sound.input.preferredVolume = 0.5
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        let headers = try await scene.finish().tracks.map(\.header)
        // The numbers of version 0 (ISO/IEC 14496-12, 8.3.2): volume at 36, matrix at 40, size at 76.
        let one: [UInt8] = [0, 1, 0, 0]
        let matrix: [UInt8] = [0, 0, 0, 0] + one + [0, 0, 0, 0, 0xFF, 0xFF, 0, 0]
        #expect(Array(headers[0][40..<56]) == matrix)
        #expect(Array(headers[0][64..<84]) == [0, 48, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 128, 0, 0, 0, 96, 0, 0])
        #expect(Array(headers[1][36..<38]) == [0, 0x80])
        #expect(Array(headers[1][40..<44]) == one)
        let streams = try MediaProbe(folder.write(scene.storage.bytes, to: "film.mp4")).streams
        #expect(streams.map { $0.tags["language"] } == ["und", "deu"])
        #expect(try scene.decoded(in: folder).pictures.count == 1)
    }

    @Test("All sound tracks form one alternate group, each with its name, of which only the first is enabled")
    func alternateGroup() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero])
        let sounds = try ["Mix", "Applications", "Microphone"].map { name in
            try EncodedSample.sound(at: .zero, sampleCount: 4_800, name: name, isEnabled: name == "Mix")
        }
        try scene.begin(pictures.input, sounds[0].input, sounds[1].input, sounds[2].input)
        try pictures.input.append(all: pictures.packets)
        for sound in sounds { try sound.input.append(all: sound.packets) }
        let headers = try await scene.finish().tracks.map(\.header)
        // Flags: 1 enabled, 2 in the movie. The alternate group is at 34 of version 0.
        #expect(headers.map { $0[3] } == [3, 3, 2, 2])
        #expect(headers.map { $0[35] } == [0, 1, 1, 1])
        let streams = try MediaProbe(folder.write(scene.storage.bytes, to: "film.mp4")).streams
        #expect(streams.map(\.name) == ["Screen", "Mix", "Applications", "Microphone"])
        #expect(streams.map(\.isDefault) == [true, true, false, false])
    }
}
