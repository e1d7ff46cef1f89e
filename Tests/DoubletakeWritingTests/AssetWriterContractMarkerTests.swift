import DoubletakeISOMedia
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What a writer does with markers.
@Suite(.timeLimit(.minutes(10))) struct AssetWriterContractMarkerTests {
    private static func marker(_ name: String, at time: Duration) -> Marker {
        Marker(time: WriterScene.start + time, name: name)
    }

    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("A marker outside of a session is a misuse, and after the end it is refused")
    func outside() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        let marker = Self.marker("Here", at: .zero)
        #expect { try scene.writer.append(marker) } throws: { isMisuse($0) }
        try scene.writer.add(input)
        #expect(scene.writer.startWriting())
        #expect { try scene.writer.append(marker) } throws: { isMisuse($0) }
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        #expect(try scene.writer.append(marker))
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1))
        #expect { try scene.writer.append(marker) } throws: { isMisuse($0) }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
        #expect(try !scene.writer.append(marker))
        #expect(scene.codecs.muxed.markers == [TimedMarker(time: .zero, name: "Here")])
    }

    @Test("Markers reach the file in any order, those of one instant too, and from any thread")
    func order() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero, for: .seconds(10))))
        let names = (0..<40).map { "Marker \($0)" }
        await withTaskGroup(of: Void.self) { group in
            for (number, name) in names.enumerated() {
                group.addTask { [writer = scene.writer] in
                    let marker = Self.marker(name, at: .milliseconds(7_000 - number / 2 * 100))
                    #expect(throws: Never.self) { try #expect(writer.append(marker)) }
                }
            }
        }
        await scene.writer.finishWriting()
        let markers = scene.codecs.muxed.markers
        #expect(Set(markers.map(\.name)) == Set(names))
        #expect(markers.count { $0.time == .seconds(7) } == 2)
        #expect(scene.writer.droppedMarkerCount == 0)
    }

    @Test("A marker from before the session or from its end on is not in the film, and is counted")
    func dropped() async throws {
        for isEndSaid in [true, false] {
            let scene = WriterScene()
            let input = Sample.videoPackets()
            try scene.begin(input)
            #expect(try input.append(Sample.packet(.video, at: .zero, for: .seconds(2))))
            for time in [Duration.nanoseconds(-1), .zero, .nanoseconds(1_999_999_999), .seconds(2), .seconds(3)] {
                #expect(try scene.writer.append(Self.marker("m", at: time)))
            }
            if isEndSaid { try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(2)) }
            await scene.writer.finishWriting()
            #expect(scene.writer.droppedMarkerCount == 3)
        }
    }

    @Test("A file takes ten thousand markers, and counts those beyond")
    func capacity() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero, for: .seconds(20))))
        for number in 0..<10_002 { #expect(try scene.writer.append(Self.marker("m", at: .milliseconds(number)))) }
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.markers.count == 10_000)
        #expect(scene.writer.droppedMarkerCount == 2)
    }

    @Test("A marker is in the fragment that is cut next, also when that has no picture and no sound")
    func fragments() async throws {
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(40)])
        try scene.begin(pictures.input)
        try pictures.input.append(all: pictures.packets)
        #expect(try scene.writer.append(Self.marker("First", at: .zero)))
        try scene.cut()
        #expect(try MovieLayout(of: scene.storage).boxes.map(\.type) == ["ftyp", "moov", "emsg", "moof", "mdat"])
        #expect(try scene.writer.append(Self.marker("Second", at: .milliseconds(20))))
        try scene.cut()
        #expect(try MovieLayout(of: scene.storage).boxes.last?.type == "emsg")
        // What a kill would leave now becomes a film with its chapters.
        let left = MemoryStorage(scene.storage.bytes)
        #expect(try MovieFinisher.finish(left).tracks.map(\.mediaType) == ["vide", "text"])
        let movie = try await scene.finish()
        #expect(movie.tracks.count == 2)
        #expect(movie.tracks[1].durations.reduce(0, +) > 20)
    }

    @Test("The names of the chapters are read in a film whose index comes first")
    func networkUse() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mp4")
        let writer = AssetWriter(path: path, container: .mp4, codecs: MovieCodecs(), clock: ManualClock())
        writer.shouldOptimizeForNetworkUse = true
        let pictures = try EncodedSample.pictures(at: [.zero, .seconds(1), .seconds(2)])
        try writer.add(pictures.input)
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: WriterScene.start)
        try pictures.input.append(all: pictures.packets)
        #expect(try writer.append(Self.marker("Größe", at: .seconds(1))))
        await writer.finishWriting()
        #expect(writer.networkOptimizationError == nil)
        let chapters = try MediaProbe.chapters(path)
        #expect(chapters.map(\.name) == ["Größe"] && chapters.map(\.start) == [.seconds(1)])
    }
}
