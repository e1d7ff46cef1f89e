import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

/// A file whose index comes first.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractNetworkTests {
    private func film(
        at path: String,
        container: ContainerFormat = .mp4,
        failing call: MemoryStorage.Call? = nil,
        folder: String? = nil
    ) async throws -> AssetWriter {
        let writer = AssetWriter(path: path, container: container, codecs: MovieCodecs(), clock: ManualClock()) {
            path throws(SystemCallError) in
            let file = try FileStorage(path: path, access: .createNew)
            guard path.hasSuffix(".index-first"), call == .write else { return file }
            return MemoryStorage(fault: .full(capacity: 100))
        }
        writer.shouldOptimizeForNetworkUse = true
        writer.directoryForTemporaryFiles = folder
        let pictures = try EncodedSample.pictures(at: (0..<50).map { .milliseconds(40 * $0) })
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 96_000)
        for input in [pictures.input, sound.input] { try writer.add(input) }
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: WriterScene.start)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        await writer.finishWriting()
        return writer
    }

    @Test(
        "With shouldOptimizeForNetworkUse the index comes first, and the film is the same",
        arguments: [ContainerFormat.mp4, .mov])
    func indexFirst(container: ContainerFormat) async throws {
        let folder = try TemporaryFolder()
        let writer = try await film(at: folder.file("film.mp4"), container: container)
        #expect(writer.status == .completed && writer.networkOptimizationError == nil)
        #expect(try folder.contents() == ["film.mp4"])
        let facts = try MovieFacts(MemoryStorage(folder.bytes("film.mp4")))
        #expect(facts.topLevel.prefix(2) == ["ftyp", "moov"])
        #expect(facts.duration == .seconds(2))
        #expect(try MediaProbe.decodeWarnings(folder.file("film.mp4")) == "")
        #expect(try MediaProbe.frameTimes(folder.file("film.mp4"), stream: 0).count == 50)
    }

    @Test("When there is no room for the second file the first one is complete, and the writer says why it is as it is")
    func noRoom() async throws {
        let folder = try TemporaryFolder()
        let writer = try await film(at: folder.file("film.mp4"), failing: .write)
        #expect(writer.status == .completed && writer.isFilePlayable && writer.error == nil)
        #expect(writer.networkOptimizationError?.reason.contains("No space left on device") == true)
        #expect(try folder.contents() == ["film.mp4"])
        #expect(try MovieFacts(MemoryStorage(folder.bytes("film.mp4"))).topLevel == ["ftyp", "mdat", "moov"])
        #expect(try MediaProbe.decodeWarnings(folder.file("film.mp4")) == "")
    }

    @Test("The second file is made in directoryForTemporaryFiles")
    func temporaryFolder() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let writer = try await film(at: folder.file("film.mp4"), folder: other.path)
        #expect(writer.networkOptimizationError == nil)
        #expect(try MovieFacts(MemoryStorage(folder.bytes("film.mp4"))).topLevel == ["ftyp", "moov", "mdat"])
        #expect(try other.contents().isEmpty)
        _ = try other.write([1], to: "next.mp4.index-first")
        let next = try await film(at: folder.file("next.mp4"), folder: other.path)
        #expect(next.status == .completed && next.networkOptimizationError != nil)
    }

    @Test("A file that has the second one's name stays, and the film is complete")
    func taken() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write([1, 2, 3], to: "film.mp4.index-first")
        let writer = try await film(at: folder.file("film.mp4"))
        #expect(writer.status == .completed && writer.networkOptimizationError != nil)
        #expect(try folder.bytes("film.mp4.index-first") == [1, 2, 3])
        #expect(try MovieFacts(MemoryStorage(folder.bytes("film.mp4"))).topLevel == ["ftyp", "mdat", "moov"])
    }
}
