import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What a session shows, read from the finished movie.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractSessionTests {
    private typealias Edit = MovieFacts.Edit

    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("The session's start becomes the movie's zero: a sample at T plays at T minus the start")
    func startBecomesZero() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(40), .milliseconds(500)])
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 48_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(movie.tracks.map(\.edits.count) == [1, 1])
        #expect(movie.tracks[1].edits == [Edit(duration: 90_000, mediaTime: 1_024)])
        let film = try scene.decoded(in: folder)
        #expect(film.pictures.map(\.time) == [.zero, .zero + .milliseconds(40), .zero + .milliseconds(500)])
        #expect(film.soundStarts == [1: .zero] && film.sounds[1]?.count == 48_000)
        let streams = try MediaProbe(folder.file("film.mp4")).streams
        #expect(streams.map(\.startTime) == [.zero, .zero])
    }

    @Test("Samples from before the start are stored, but edited out")
    func earlySamples() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let sound = try EncodedSample.sound(at: .milliseconds(-500), sampleCount: 48_000)
        try scene.begin(sound.input)
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations.reduce(0, +) == 1_024 + 48_000)
        #expect(movie.tracks[0].edits == [Edit(duration: 45_000, mediaTime: 1_024 + 24_000)])
        let film = try scene.decoded(in: folder)
        #expect(film.sounds[0]?.count == 24_000 && film.soundStarts == [0: .zero])
        #expect(movie.duration == .milliseconds(500))
    }

    @Test("Of the pictures from before the start, all are stored, and the newest is shown from the start")
    func earlyPictures() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let times = [-300, -100, 40, 80].map { Duration.milliseconds($0) }
        let pictures = try EncodedSample.pictures(at: times)
        try scene.begin(pictures.input)
        try pictures.input.append(all: pictures.packets)
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations.count == 4 && movie.tracks[0].edits.count == 1)
        let film = try scene.decoded(in: folder)
        #expect(film.pictures.map(\.time) == [0, 40, 80].map { .zero + .milliseconds($0) })
        #expect(film.pictures.map(\.middleLuma) == [17, 18, 19])
    }

    @Test("An input whose first sample is later than the start gets an empty edit, which keeps it in step")
    func lateTrack() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .seconds(1), .seconds(2)])
        let sound = try EncodedSample.sound(at: .milliseconds(1_500), sampleCount: 48_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(
            movie.tracks[1].edits == [Edit(duration: 135_000, mediaTime: -1), Edit(duration: 90_000, mediaTime: 1_024)])
        let film = try scene.decoded(in: folder)
        #expect(film.soundStarts == [1: .zero + .milliseconds(1_500)])
        // libavformat doesn't say how long the last packet of a track with an empty edit lasts: 48,000 are 46.9 packets.
        #expect(film.sounds[1]?.count == 47 * 1_024)
    }

    @Test("An input that has nothing when the first fragment is cut gets its empty edit too, in the finished index")
    func trackAfterTheFirstCut() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .seconds(1), .seconds(3)])
        let sound = try EncodedSample.sound(at: .milliseconds(2_500), sampleCount: 48_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: Array(pictures.packets.prefix(2)))
        try scene.cut()
        try pictures.input.append(all: Array(pictures.packets.dropFirst(2)))
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(
            movie.tracks[1].edits == [Edit(duration: 225_000, mediaTime: -1), Edit(duration: 90_000, mediaTime: 1_024)])
        let film = try scene.decoded(in: folder)
        #expect(film.soundStarts == [1: .zero + .milliseconds(2_500)] && film.sounds[1]?.count == 47 * 1_024)
    }

    @Test("A run-up that comes after the header is left out once, and the sound begins in time")
    func runUpAfterTheFirstCut() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .seconds(1)])
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 96_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try scene.cut()
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(movie.tracks[1].edits == [Edit(duration: 180_000, mediaTime: 0)])
        let film = try scene.decoded(in: folder)
        #expect(film.soundStarts == [1: .zero] && film.sounds[1]?.count == 96_000)
    }

    @Test("What is later than the session's end is stored, but edited out")
    func lateSamples() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: (0..<25).map { .milliseconds(40 * $0) })
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 48_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        try scene.writer.endSession(atSourceTime: WriterScene.start + .milliseconds(500))
        let movie = try await scene.finish()
        #expect(movie.duration == .milliseconds(500))
        #expect(movie.tracks.map { $0.edits.map(\.duration) } == [[45_000], [45_000]])
        #expect(movie.tracks[0].durations.count == 25)
        #expect(movie.tracks[1].durations.reduce(0, +) == 49_024)
        let film = try scene.decoded(in: folder)
        #expect(film.pictures.count == 13 && film.sounds[1]?.count == 24_000)
    }

    @Test("Without an end of the session the movie ends where the last sample does")
    func noEnd() async throws {
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(40), .milliseconds(200)])
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 12_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        #expect(movie.duration == .milliseconds(250))
    }

    @Test("An empty session is legal: an empty edit of its length")
    func emptySession() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [])
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 1)
        try scene.begin(pictures.input, sound.input)
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(3))
        let movie = try await scene.finish()
        #expect(scene.writer.status == .completed && movie.duration == .seconds(3))
        #expect(movie.tracks.map(\.edits) == Array(repeating: [Edit(duration: 270_000, mediaTime: -1)], count: 2))
        let probe = try MediaProbe(folder.write(scene.storage.bytes, to: "film.mp4"))
        #expect(probe.duration == .seconds(3) && probe.streams.count == 2)
    }

    @Test("A session ends once, after its start and not before that instant")
    func endingTwice() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        #expect(
            performing: { try scene.writer.endSession(atSourceTime: WriterScene.start - .seconds(1)) }, throws: isMisuse
        )
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1))
        #expect(
            performing: { try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1)) }, throws: isMisuse
        )
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }

    @Test("A second session after the end is an error, and the first one stays as it is")
    func secondSession() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1))
        #expect(
            performing: { try scene.writer.startSession(atSourceTime: WriterScene.start + .seconds(2)) },
            throws: isMisuse)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }

    @Test("An append outside a session is an error: before it, and after its end")
    func outside() async throws {
        let scene = WriterScene()
        let (video, audio, packets) = (Sample.videoInput(), Sample.audioInput(), Sample.videoPackets())
        for input in [video, audio, packets] { try scene.writer.add(input) }
        let appends: [() throws -> Void] = [
            { _ = try video.append(Sample.picture(at: .zero)) },
            { _ = try audio.append(Sample.sound(at: .zero, count: 960)) },
            { _ = try packets.append(Sample.packet(.video, at: .zero)) },
            { _ = try video.endLastSample(at: WriterScene.start) },
        ]
        #expect(scene.writer.startWriting())
        for append in appends { #expect(performing: append, throws: isMisuse) }
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        for append in appends { #expect(throws: Never.self) { try append() } }
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1))
        for append in appends { #expect(performing: append, throws: isMisuse) }
        #expect(!video.isReadyForMoreMediaData && !packets.isReadyForMoreMediaData)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }
}
