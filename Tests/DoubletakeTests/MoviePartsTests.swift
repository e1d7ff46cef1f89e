import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// A film that goes on in a new part each second, with packets of its own time.
@Suite(.timeLimit(.minutes(10))) struct MoviePartsTests {
    private let folder: TemporaryFolder
    private let files = FaultyFiles()
    private let scene: PacketScene
    private let events = ConditionLock<[RecordingEvent]>([])
    private let requestCount = ConditionLock(0)
    private let parts: MovieParts

    init() throws {
        folder = try TemporaryFolder()
        scene = try PacketScene()
        var limits = RecordingLimits()
        limits.split = .time(.seconds(1))
        parts = try MovieParts(
            FilmFile(path: folder.file("film.mp4"), replacement: .never, files: files),
            tracks: scene.tracks.map { MovieEncoders.Track(description: $0, name: "\($0.mediaType)", isEnabled: true) },
            metadata: MovieMetadata(),
            limits: limits,
            codecs: SystemCodecs(),
            clock: ManualClock(now: PacketScene.start),
            report: { [events] event in events.withLock { $0.append(event) } }
        )
        try parts.begin(at: PacketScene.start) { [scene = scene.video, requestCount] time in
            scene.requestKeyframe(at: time)
            requestCount.withLock { $0 += 1 }
        }
    }

    /// Writes up to an instant, and waits before each part until it is ready.
    private func write(seconds: Double) throws {
        for second in 1...Int(seconds.rounded(.up)) {
            if second > 1 {
                _ = requestCount.wait(until: nil, on: MonotonicClock()) { $0 >= second - 1 ? true : nil }
            }
            let end = Duration.seconds(min(Double(second), seconds))
            for (track, packet) in try scene.packets(until: end) { parts.take(.packet(packet), ofTrack: track) }
        }
    }

    private func words(_ events: [RecordingEvent]) -> [String] {
        events.map { event in
            switch event {
            case .split(let part): "split at \(part.start.inSeconds)"
            case .part(let part): "part \(part.start.inSeconds) + \(part.duration.inSeconds)"
            case .warning(let warning): warning.code
            default: "?"
            }
        }
    }

    @Test("Each part begins with a keyframe at its time, and together they have every sample")
    func parts() async throws {
        try write(seconds: 2.6)
        let finished = try await parts.finish(at: PacketScene.start + .seconds(2.6))
        #expect(finished.parts.map(\.start) == [.zero, .seconds(1), .seconds(2)])
        #expect(finished.parts.map(\.duration) == [.seconds(1), .seconds(1), .seconds(0.6)])
        #expect(finished.end == PacketScene.start + .seconds(2.6) && finished.limit == nil)
        #expect(try folder.contents() == ["film-2.mp4", "film-3.mp4", "film.mp4"])
        for (part, pictureCount) in zip(finished.parts, [5, 5, 3]) {
            let film = try DecodedFilm(AssetReader(path: part.file))
            #expect(film.pictures.count == pictureCount && film.pictures[0].time == .zero)
            #expect(film.soundStarts[1] == .zero)
        }
        let counts = try finished.parts.prefix(2).map { try DecodedFilm(AssetReader(path: $0.file)).sounds[1]?.count }
        #expect(counts == [48_000, 48_000])
    }

    @Test("A film that was to end before its last part began has no such part")
    func endsBeforePart() async throws {
        try write(seconds: 1.6)
        let finished = try await parts.finish(at: PacketScene.start + .milliseconds(900))
        #expect(finished.parts.map(\.duration) == [.milliseconds(900)])
        #expect(try folder.contents() == ["film.mp4"])
        #expect(try DecodedFilm(AssetReader(path: folder.file("film.mp4"))).sounds[1]?.count == 43_200)
        #expect(words(events.withLock { $0 }) == ["split at 1.0"])
    }

    @Test("A part is closed three seconds after its end, and stays as it is when the film is to end in it after that")
    func endsInClosedPart() async throws {
        try write(seconds: 4.6)
        _ = events.wait(until: nil, on: MonotonicClock()) { events in
            words(events).contains("part 0.0 + 1.0") ? true : nil
        }
        #expect(try folder.contents().contains("film.mp4"))
        let finished = try await parts.finish(at: PacketScene.start + .milliseconds(900))
        #expect(finished.parts.map(\.duration) == [.seconds(1)])
        #expect(finished.end == PacketScene.start + .seconds(1))
        #expect(try folder.contents() == ["film.mp4"])
    }

    @Test("Each part has its own markers at its own times, also one that came before the part had begun")
    func markers() async throws {
        let start = PacketScene.start
        #expect(!parts.mark(Marker(time: start - .nanoseconds(1), name: "Too early")))
        try write(seconds: 1)
        // The picture with which the second part begins is still on its way.
        #expect(parts.mark(Marker(time: start + .seconds(1.125), name: "Second")))
        #expect(parts.mark(Marker(time: start + .seconds(0.5), name: "First")))
        _ = requestCount.wait(until: nil, on: MonotonicClock()) { $0 >= 1 ? true : nil }
        for (track, packet) in try scene.packets(until: .seconds(1.6)) { parts.take(.packet(packet), ofTrack: track) }
        #expect(parts.mark(Marker(time: start + .seconds(1.25), name: "Third")))
        #expect(parts.mark(Marker(time: start + .seconds(1.5), name: "Too late")))
        let finished = try await parts.finish(at: start + .seconds(1.5))
        let chapters = try finished.parts.map { try MediaProbe.chapters($0.file) }
        #expect(chapters.map { $0.map(\.name) } == [["First"], ["Second", "Third"]])
        #expect(chapters.map { $0.map(\.start) } == [[.seconds(0.5)], [.seconds(0.125), .seconds(0.25)]])
        #expect(chapters.map { $0.last?.end } == [.seconds(1), .seconds(0.5)])
        #expect(parts.droppedMarkerCount == 2)
        #expect(!parts.mark(Marker(time: start + .seconds(1), name: "After all")))
    }

    @Test("A part that fails ends the film, and the parts that are complete are told of")
    func failingPart() async throws {
        try write(seconds: 2.6)
        // The first call is the first part's: its last fragment.
        files.fail(with: .init(.pwrite, number: 1, errorNumber: 28, isLasting: false))
        await #expect(throws: RecordingError.self) {
            _ = try await parts.finish(at: PacketScene.start + .seconds(2.6))
        }
        let told = words(events.withLock { $0 }).filter { $0.hasPrefix("part") }
        #expect(told.count == 2)
        #expect(try folder.contents().count >= 2)
    }

    @Test("A file that can't grow any further at the film's end is a failure, since no part follows")
    func largestFileAtEnd() async throws {
        try write(seconds: 0.6)
        files.fail(with: .init(.pwrite, number: 1, errorNumber: 27, isLasting: true))
        let error = await #expect(throws: RecordingError.self) {
            _ = try await parts.finish(at: PacketScene.start + .seconds(0.6))
        }
        guard case .writer(.cannotWrite, nil) = error else {
            Issue.record("the error is \(String(describing: error))")
            return
        }
        #expect(words(events.withLock { $0 }).isEmpty)
    }

    @Test("A film that is given up leaves no file but parts that are complete")
    func cancel() async throws {
        try write(seconds: 2.6)
        parts.cancel()
        #expect(try folder.contents().isEmpty)
    }

    @Test("A next part that can't be made is told of once, and the one before it goes on")
    func noNextPart() async throws {
        files.fail(with: .init(.open, number: 1, errorNumber: 28, isLasting: true))
        for (track, packet) in try scene.packets(until: .seconds(4.6)) { parts.take(.packet(packet), ofTrack: track) }
        _ = events.wait(until: nil, on: MonotonicClock()) { $0.isEmpty ? nil : true }
        for (track, packet) in try scene.packets(until: .seconds(5)) { parts.take(.packet(packet), ofTrack: track) }
        let finished = try await parts.finish(at: PacketScene.start + .seconds(5))
        #expect(finished.parts.map(\.duration) == [.seconds(5)])
        #expect(words(events.withLock { $0 }) == ["split_failed"])
    }
}
