import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// Markers from the call to the chapters that somebody else's reader finds.
///
/// One film after the other: each takes a processor.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RecordingMarkerTests {
    private let folder: TemporaryFolder
    private let recorder = ScreenRecorder(
        configuration: RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
    )

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "Markers are the film's chapters, in the order of their times, with their names", arguments: ContainerFormat.all
    )
    func chapters(container: ContainerFormat) async throws {
        let path = folder.file("film.\(container.fileExtensions[0])")
        let start = try await recorder.startRecording(to: path).start
        #expect(try await recorder.mark("Größe 章", at: start + .milliseconds(400))?.time == .milliseconds(400))
        #expect(try await recorder.mark(at: start + .milliseconds(125))?.name == "Marker 2")
        #expect(try await recorder.mark("", at: start + .milliseconds(400))?.name == "Marker 3")
        let finished = try await recorder.stopRecording(at: start + .milliseconds(700))
        let chapters = try MediaProbe.chapters(finished.file)
        #expect(chapters.map(\.name) == ["Marker 2", "Größe 章", "Marker 3"])
        // A chapter of its own begins a millisecond later at most.
        for (chapter, time) in zip(chapters, [0.125, 0.4, 0.4]) {
            #expect((0...0.0011).contains(chapter.start.inSeconds - time), "\(chapter)")
        }
        #expect(try abs(#require(chapters.last).end.inSeconds - 0.7) < 0.001)
        #expect(finished.statistics.markersDropped == 0)
        #expect(try MediaProbe.decodeErrors(finished.file) == "")
    }

    @Test("A film without a marker has no track of them", arguments: ContainerFormat.all)
    func none(container: ContainerFormat) async throws {
        let path = folder.file("film.\(container.fileExtensions[0])")
        let start = try await recorder.startRecording(to: path).start
        #expect(try await recorder.mark("Late", at: start + .seconds(1)) != nil)
        let finished = try await recorder.stopRecording(at: start + .milliseconds(200))
        let probe = try MediaProbe(finished.file)
        #expect(probe.streams.map(\.mediaType) == [.video, .audio])
        #expect(try MediaProbe.chapters(finished.file).isEmpty)
        #expect(finished.statistics.markersDropped == 1)
    }

    @Test("Each marker is told of with its time in the film; one from before its beginning is none, and is counted")
    func events() async throws {
        let events = recorder.events()
        await #expect(throws: RecordingError.self) { try await recorder.mark() }
        let start = try await recorder.startRecording(to: folder.file("film.mp4")).start
        #expect(try await recorder.mark("Early", at: start - .milliseconds(1)) == nil)
        let marker = try await recorder.mark("Now")
        #expect(try #require(marker).time > .zero)
        let finished = try await recorder.stopRecording()
        #expect(finished.statistics.markersDropped == 1)
        for await event in events {
            if case .finished = event { break }
            if case .marker(let told) = event { #expect(told == marker) }
        }
        #expect(try MediaProbe.chapters(finished.file).map(\.name) == ["Now"])
    }

    @Test("What a kill leaves of a film has the markers that are a moment old", arguments: ContainerFormat.all)
    func killed(container: ContainerFormat) async throws {
        let name = container.fileExtensions[0]
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.\(name)"))
        try await recorder.mark("First", at: started.start + .milliseconds(250))
        try await recorder.mark("Second", at: started.start + .milliseconds(750))
        var repaired: RepairedFilm?
        let left = folder.file("left.part.\(name)")
        for await event in events {
            guard case .status = event else { continue }
            // What is in the file now is what a kill would leave; a busy machine's encoders may be far behind.
            _ = try ProcessRun.succeed(["cp", started.partFile, left])
            do throws(RepairError) {
                repaired = try MovieRepair.repair(left, into: folder.file("repaired.\(name)"))
            } catch {
                // There is nothing in it yet.
                continue
            }
            if repaired.map({ $0.duration >= .seconds(1.5) }) ?? false { break }
        }
        try await recorder.cancel()
        let film = try #require(repaired)
        #expect(try MediaProbe.chapters(left).isEmpty)
        let chapters = try MediaProbe.chapters(film.file)
        #expect(chapters.map(\.name) == ["First", "Second"])
        #expect(chapters.map(\.start) == [.milliseconds(250), .milliseconds(750)])
        #expect(try abs(#require(chapters.last).end.inSeconds - film.duration.inSeconds) < 0.03)
        // And once more, from a film that is finished.
        let again = try MovieRepair.repair(film.file, into: folder.file("again.\(name)"))
        #expect(try MediaProbe.chapters(again.file).map(\.name) == ["First", "Second"])
    }
}
