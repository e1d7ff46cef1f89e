import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What may be set before writing starts, and what it is good for.
@Suite(.timeLimit(.minutes(10))) struct AssetWriterContractSettingsTests {
    private static func begun() throws -> (writer: AssetWriter, video: AssetWriterInput, audio: AssetWriterInput) {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio)
        return (scene.writer, video, audio)
    }

    @Test("What is set before writing starts counts")
    func counts() throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        #expect(scene.writer.movieFragmentInterval == nil && !input.expectsMediaDataInRealTime)
        #expect(scene.writer.movieTimeScale == nil && input.mediaTimeScale == nil)
        #expect(scene.writer.overallDurationHint == nil)
        input.expectsMediaDataInRealTime = true
        input.mediaTimeScale = TimeBase(ticksPerSecond: 600)
        scene.writer.movieFragmentInterval = .seconds(3)
        scene.writer.movieTimeScale = TimeBase(ticksPerSecond: 1_000)
        scene.writer.overallDurationHint = .seconds(60)
        try scene.begin(input)
        #expect(scene.writer.movieFragmentInterval == .seconds(3) && input.expectsMediaDataInRealTime)
        #expect(scene.writer.overallDurationHint == .seconds(60))
        #expect(scene.codecs.muxed.metadata.timeScale == TimeBase(ticksPerSecond: 1_000))
        #expect(scene.codecs.muxed.tracks[0].description.timeBase == TimeBase(ticksPerSecond: 600))
    }

    @Test("To set anything of a writer once writing has started is a mistake in the program")
    func frozenWriter() async {
        await #expect(processExitsWith: .failure) { try Self.begun().writer.metadata = MovieMetadata() }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.shouldOptimizeForNetworkUse = true }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.directoryForTemporaryFiles = "/tmp" }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.movieFragmentInterval = .seconds(1) }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.overallDurationHint = .seconds(1) }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.movieTimeScale = .video }
        await #expect(processExitsWith: .failure) {
            try Self.begun().writer.preferredOutputSegmentInterval = .seconds(1)
        }
        await #expect(processExitsWith: .failure) { try Self.begun().writer.delegate = nil }
    }

    @Test("To set anything of an input once writing has started is a mistake in the program")
    func frozenInput() async {
        await #expect(processExitsWith: .failure) { try Self.begun().video.expectsMediaDataInRealTime = true }
        await #expect(processExitsWith: .failure) { try Self.begun().video.transform = .identity }
        await #expect(processExitsWith: .failure) { try Self.begun().video.naturalSize = Sample.size }
        await #expect(processExitsWith: .failure) { try Self.begun().audio.languageCode = "eng" }
        await #expect(processExitsWith: .failure) { try Self.begun().audio.preferredVolume = 1 }
        await #expect(processExitsWith: .failure) { try Self.begun().video.mediaTimeScale = .video }
    }

    @Test("mediaTimeScale is never set for sound, whose unit is its sample rate")
    func soundTimeScale() async {
        #expect(Sample.audioInput().mediaTimeScale == nil)
        await #expect(processExitsWith: .failure) { Sample.audioInput().mediaTimeScale = .video }
        await #expect(processExitsWith: .failure) { Sample.audioPackets().mediaTimeScale = nil }
    }

    @Test("What makes no sense is a mistake in the program: a hint below zero, an interval of nothing")
    func nonsense() async {
        await #expect(processExitsWith: .failure) { WriterScene().writer.overallDurationHint = .seconds(-1) }
        await #expect(processExitsWith: .failure) { WriterScene().writer.movieFragmentInterval = .zero }
        await #expect(processExitsWith: .failure) { WriterScene().writer.preferredOutputSegmentInterval = .zero }
    }

    @Test("movieTimeScale is the unit of the movie's own times", arguments: [nil, 600, 1_000_000])
    func movieTimeScale(ticksPerSecond: Int64?) async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        scene.writer.movieTimeScale = ticksPerSecond.map { TimeBase(ticksPerSecond: $0) }
        let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(500)])
        let sound = try EncodedSample.sound(at: .milliseconds(250), sampleCount: 48_000)
        try scene.begin(pictures.input, sound.input)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        let movie = try await scene.finish()
        let second = UInt64(ticksPerSecond ?? 90_000)
        #expect(movie.tracks[1].edits.map(\.duration) == [second / 4, second])
        #expect(movie.duration == .milliseconds(1_250))
        #expect(try scene.decoded(in: folder).soundStarts == [1: .zero + .milliseconds(250)])
    }

    @Test("mediaTimeScale is the unit of a track of pictures", arguments: [nil, 1_000, 30_000])
    func mediaTimeScale(ticksPerSecond: Int64?) async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let settings = VideoEncoderSettings(displaySize: EncodedSample.size, quality: .lossless)
        let input = AssetWriterInput(video: settings)
        input.mediaTimeScale = ticksPerSecond.map { TimeBase(ticksPerSecond: $0) }
        try scene.begin(input)
        for (number, time) in [0, 40, 500].enumerated() {
            let frame = VideoFrame(
                pixelBuffer: EncodedSample.picture(number),
                time: WriterScene.start + .milliseconds(time),
                sequenceNumber: UInt64(number),
                damage: .everything
            )
            #expect(try input.append(SampleBuffer(frame)))
        }
        let movie = try await scene.finish()
        let millisecond = Int(ticksPerSecond ?? 90_000) / 1_000
        #expect(movie.tracks[0].durations == [40, 460, 460].map { $0 * millisecond })
        let film = try scene.decoded(in: folder)
        #expect(film.pictures.map(\.time) == [0, 40, 500].map { .zero + .milliseconds($0) })
    }

    @Test("mediaTimeScale holds for pictures that are encoded already, too")
    func packetTimeScale() async throws {
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(40)])
        pictures.input.mediaTimeScale = TimeBase(ticksPerSecond: 25)
        try scene.begin(pictures.input)
        try pictures.input.append(all: pictures.packets)
        #expect(try await scene.finish().tracks[0].durations.first == 1)
    }

    @Test("A time scale that can't hold the pictures, or that no file can say, is refused with the reason")
    func unfitTimeScales() throws {
        let scene = WriterScene()
        let scales: [(Int64, String)] = [
            (29, "29 ticks a second can't hold 30 pictures"),
            (1 << 31, "2147483648 ticks a second are more than 2147483647"),
        ]
        for (ticksPerSecond, reason) in scales {
            let input = Sample.videoInput()
            input.mediaTimeScale = TimeBase(ticksPerSecond: ticksPerSecond)
            #expect(!scene.writer.canAdd(input))
            let error = #expect(throws: WriterError.self) { try scene.writer.add(input) }
            #expect(error?.reason == reason && error?.code == .unsupportedSettings)
        }
        // What is set after the input was added is looked at when writing starts.
        let input = Sample.videoInput()
        try scene.writer.add(input)
        input.mediaTimeScale = TimeBase(ticksPerSecond: 1)
        #expect(!scene.writer.startWriting())
        #expect(scene.writer.error?.reason == "1 ticks a second can't hold 30 pictures")
        let other = WriterScene()
        other.writer.movieTimeScale = TimeBase(ticksPerSecond: 1 << 40)
        #expect(!other.writer.startWriting())
        #expect(other.writer.error?.reason == "1099511627776 ticks a second are more than 2147483647")
    }

    @Test("Tracks of pictures in one movie have one mediaTimeScale, which startWriting says")
    func differentTimeScales() throws {
        let scene = MovieScene()
        for ticksPerSecond in [25, 30] as [Int64] {
            let input = try EncodedSample.pictures(at: [.zero]).input
            input.mediaTimeScale = TimeBase(ticksPerSecond: ticksPerSecond)
            try scene.writer.add(input)
        }
        #expect(!scene.writer.startWriting())
        #expect(scene.writer.error?.code == .unsupportedSettings)
        #expect(scene.writer.error?.help == "Set the same mediaTimeScale for all inputs of pictures.")
    }

    @Test("overallDurationHint keeps room for the index of such a film from the first fragment on")
    func overallDurationHint() async throws {
        var reserved: [Int64] = []
        for hint in [nil, Duration.zero, .seconds(3_600)] {
            let scene = MovieScene()
            scene.writer.overallDurationHint = hint
            let pictures = try EncodedSample.pictures(at: (0..<50).map { .milliseconds(20 * $0) })
            try scene.begin(pictures.input)
            try pictures.input.append(all: pictures.packets)
            try scene.cut()
            let end = try scene.storage.byteCount()
            reserved.append(try #require(scene.storage.reservedEnd) - end)
            _ = try await scene.finish()
            #expect(scene.storage.reservedEnd == nil)
        }
        #expect(reserved[0] == reserved[1])
        #expect(reserved[2] > 1_000 * reserved[0])
    }
}
