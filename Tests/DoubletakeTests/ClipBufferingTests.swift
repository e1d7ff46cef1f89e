import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// What was before: clips of what is kept in memory, and films that begin with it.
///
/// On the real clock, with synthetic devices; nothing here depends on how fast the machine is.
@Suite(.timeLimit(.minutes(10))) struct ClipBufferingTests {
    private let folder: TemporaryFolder
    private let clock = MonotonicClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func configuration(keeping buffering: ClipBuffering? = nil) -> RecordingConfiguration {
        var configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .named("test:tone")
        )
        configuration.clipBuffering = buffering
        return configuration
    }

    /// Waits until so much is kept: levels are told ten times a second, and how a film stands each second.
    private func awaitBuffer(_ recorder: ScreenRecorder, _ duration: Duration) async {
        for await _ in recorder.events() {
            guard let status = await recorder.clipBuffer, status.duration < duration else { return }
        }
    }

    private func check(_ path: String, lasts duration: Duration, soundTracks: [Int] = [1, 2, 3]) throws {
        let film = try DecodedFilm(AssetReader(path: path))
        #expect(film.pictures.first?.time == .zero)
        let numbers = film.pictures.compactMap(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
        let samples = AudioFormat(sampleRate: 48_000, channelCount: 2).sampleCount(in: duration)
        for track in soundTracks {
            let count = film.sounds[track]?.count ?? 0
            #expect(abs(count - samples) <= 1)
            #expect(film.soundStarts[track] == .zero)
        }
        #expect(MediaInspector().inspect(path).faults.isEmpty)
    }

    @Test("Clips are as long as was asked for, or as long as anything was kept, and each has a name of its own")
    func clips() async throws {
        let recorder = ScreenRecorder(configuration: configuration())
        try await recorder.startClipBuffering(ClipBuffering(duration: .seconds(3)))
        await awaitBuffer(recorder, .milliseconds(1_200))
        let first = try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .seconds(30))
        #expect(first.duration > .seconds(1))
        #expect(first.duration < .seconds(30))
        await awaitBuffer(recorder, .seconds(3))
        let second = try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .seconds(2))
        #expect(second.duration == .seconds(2))
        let third = try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .milliseconds(700))
        #expect(third.duration == .milliseconds(700))
        #expect(try folder.contents() == ["clip-2.mp4", "clip-3.mp4", "clip.mp4"])
        for clip in [first, second, third] { try check(clip.file, lasts: clip.duration) }
        #expect(await recorder.state == .armed)
        try await recorder.stopClipBuffering()
        #expect(await recorder.state == .armed)
        try await recorder.cancel()
    }

    @Test("A clip of what was dropped after the one before begins at that one's end")
    func dropped() async throws {
        let recorder = ScreenRecorder(configuration: configuration(keeping: ClipBuffering(duration: .seconds(5))))
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(600))
        let first = try await recorder.exportClip(
            to: folder.file("clip.mp4"),
            duration: .seconds(5),
            remainder: .dropped
        )
        let second = try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .seconds(5))
        #expect(second.start == first.start + first.duration)
        try await recorder.cancel()
    }

    @Test("A film begins as long before its start as was asked for, in one timeline with all tracks")
    func preroll() async throws {
        var configuration = configuration()
        configuration.preroll = .milliseconds(1_300)
        let recorder = ScreenRecorder(configuration: configuration)
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(1_300))
        let pressed = clock.now
        let started = try await recorder.startRecording(to: folder.file("film.mp4"), at: pressed)
        #expect(started.start == pressed - .milliseconds(1_300))
        #expect(started.preroll == .milliseconds(1_300))
        let marker = try await recorder.mark("Pressed", at: pressed)
        #expect(marker?.time == .milliseconds(1_300))
        let finished = try await recorder.stopRecording(at: pressed + .milliseconds(700))
        #expect(finished.duration == .seconds(2))
        try check(finished.file, lasts: .seconds(2))
        let film = try DecodedFilm(AssetReader(path: finished.file))
        // What came after an end that was asked for late was counted.
        #expect(film.pictures.count <= finished.statistics.frames)
        #expect(await recorder.clipBuffer == nil)
    }

    @Test("With constant timing a film begins with one of the pictures that were kept, and all are an interval apart")
    func constantTiming() async throws {
        var configuration = configuration()
        configuration.preroll = .milliseconds(777)
        configuration.timing = .constant
        let recorder = ScreenRecorder(configuration: configuration)
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(777))
        let pressed = clock.now
        let started = try await recorder.startRecording(to: folder.file("film.mp4"), at: pressed)
        #expect(started.preroll >= .milliseconds(777))
        #expect(started.preroll < .milliseconds(777) + FrameRate(30).frameDuration)
        let finished = try await recorder.stopRecording(at: pressed + .milliseconds(500))
        let times = try MediaProbe.frameTimes(finished.file, stream: 0)
        for (number, time) in times.enumerated() {
            #expect(abs((time - FrameRate(30).offset(ofFrame: Int64(number))).inSeconds) < 0.000_02)
        }
    }

    @Test("A film that is started soon begins with the first picture since the recorder was armed")
    func shortPreroll() async throws {
        var configuration = configuration()
        configuration.preroll = .seconds(60)
        let recorder = ScreenRecorder(configuration: configuration)
        try await recorder.prepare()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        #expect(started.preroll < .seconds(60))
        let finished = try await recorder.stopRecording(at: started.start + .seconds(1))
        try check(finished.file, lasts: .seconds(1))
    }

    @Test("A start that is taken back leaves what is kept as it was, and the next film begins with it")
    func takenBack() async throws {
        var configuration = configuration()
        configuration.preroll = .seconds(1)
        let recorder = ScreenRecorder(configuration: configuration)
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(500))
        _ = try await recorder.startProvisionally(to: folder.file("film.mp4"), at: clock.now)
        try await recorder.takeBackRecording()
        #expect(try folder.contents().isEmpty)
        await awaitBuffer(recorder, .seconds(1))
        let started = try await recorder.startRecording(to: folder.file("film.mp4"), at: clock.now)
        #expect(started.preroll == .seconds(1))
        let finished = try await recorder.stopRecording(at: started.start + .milliseconds(1_500))
        try check(finished.file, lasts: .milliseconds(1_500))
    }

    @Test("While a film is recorded, and paused, clips are of the film: nothing of the pause is in them")
    func whileRecording() async throws {
        let recorder = ScreenRecorder(configuration: configuration(keeping: ClipBuffering(duration: .seconds(9))))
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        await awaitBuffer(recorder, .milliseconds(600))
        try await recorder.pause()
        let paused = try await recorder.exportClip(to: folder.file("paused.mp4"), duration: .seconds(9))
        // It takes that long since in a pause the last samples stay in their encoder.
        try await recorder.resume()
        let clip = try await recorder.exportClip(
            to: folder.file("clip.mp4"),
            duration: .seconds(9),
            endingAt: clock.now + .milliseconds(300)
        )
        let finished = try await recorder.stopRecording()
        #expect(paused.duration < finished.duration)
        #expect(clip.duration < finished.duration + (started.start - clip.start))
        #expect(finished.statistics.pausedDuration >= .milliseconds(400))
        try check(clip.file, lasts: clip.duration)
        try check(finished.file, lasts: finished.duration)
    }

    @Test("Matroska and WebM, which show all that they hold, begin at the keyframe before", arguments: ["mkv", "webm"])
    func otherContainers(fileExtension: String) async throws {
        let container = try #require(ContainerFormat.named(byExtension: fileExtension))
        var configuration = configuration()
        configuration.clipBuffering = ClipBuffering(duration: .seconds(2), container: container)
        let recorder = ScreenRecorder(configuration: configuration)
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(1_500))
        let clip = try await recorder.exportClip(to: folder.file("clip.\(fileExtension)"), duration: .milliseconds(600))
        #expect(clip.duration >= .milliseconds(600))
        #expect(clip.duration < .milliseconds(600) + PacketRing.keyframeInterval + .milliseconds(100))
        #expect(MediaInspector().inspect(clip.file).faults.isEmpty)
        // Another kind of file can't hold everything.
        if fileExtension == "mkv" {
            await #expect(throws: RecordingError.self) {
                try await recorder.exportClip(to: folder.file("clip.webm"), duration: .seconds(1))
            }
        }
        try await recorder.cancel()
        #expect(try folder.contents() == ["clip.\(fileExtension)"])
    }

    @Test(
        "An exact start has no picture from before in its file, whatever kind of file it is",
        arguments: ["mp4", "mkv", "webm"]
    )
    func exactStart(fileExtension: String) async throws {
        let container = try #require(ContainerFormat.named(byExtension: fileExtension))
        var configuration = configuration(keeping: ClipBuffering(duration: .seconds(3), container: container))
        configuration.preroll = .milliseconds(1_450)
        configuration.clipStart = .exact
        let recorder = ScreenRecorder(configuration: configuration)
        let events = recorder.events()
        try await recorder.prepare()
        await awaitBuffer(recorder, .milliseconds(1_700))
        let pressed = clock.now
        let started = try await recorder.startRecording(to: folder.file("film.\(fileExtension)"), at: pressed)
        #expect(started.start == pressed - configuration.preroll)
        let clip = try await recorder.exportClip(to: folder.file("clip.\(fileExtension)"), duration: .milliseconds(300))
        #expect(clip.duration == .milliseconds(300))
        // Matroska can leave out what came after an end only if that is told of soon.
        let finished = try await recorder.stopRecording()
        for path in [finished.file, clip.file] {
            let times = try MediaProbe.packetTimes(path, stream: 0)
            #expect(times.first == .zero)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            #expect(try MediaProbe.decodeErrors(path) == "")
            let film = try DecodedFilm(AssetReader(path: path))
            #expect(film.pictures.count <= times.count)
            let numbers = film.pictures.compactMap(\.number)
            #expect(numbers.count == film.pictures.count)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(MediaInspector().inspect(path).faults.isEmpty)
        }
        for await event in events {
            if case .warning(let warning) = event { #expect(warning.code != "inexact_start") }
            if case .finished = event { break }
        }
    }

    @Test("Memory stays below its limit, and a warning says how much of the time fits")
    func memory() async throws {
        var configuration = configuration(keeping: ClipBuffering(duration: .seconds(60), byteLimit: 200_000))
        configuration.quality = .lossless
        let recorder = ScreenRecorder(configuration: configuration)
        let events = recorder.events()
        try await recorder.prepare()
        for await event in events {
            let status = await recorder.clipBuffer
            #expect((status?.byteCount ?? 0) <= 200_000)
            if case .warning(let warning) = event, warning.code == "replay_shortened" {
                #expect(warning.message.contains(" of 60.0 s fit into its 0 MB of memory"))
                break
            }
        }
        try await recorder.cancel()
    }

    @Test("A clip without anything that is kept, and two at once, are errors")
    func errors() async throws {
        let recorder = ScreenRecorder(configuration: configuration())
        await #expect(throws: RecordingError.self) { try await recorder.stopClipBuffering() }
        try await recorder.prepare()
        await #expect(throws: RecordingError.self) {
            try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .seconds(1))
        }
        try await recorder.startClipBuffering()
        async let first = recorder.exportClip(to: folder.file("a.mp4"), duration: .seconds(1))
        async let second = recorder.exportClip(to: folder.file("b.mp4"), duration: .seconds(1))
        var failures: [RecordingError] = []
        do { _ = try await first } catch let error as RecordingError { failures.append(error) }
        do { _ = try await second } catch let error as RecordingError { failures.append(error) }
        #expect(failures.map(\.code) == [.clipExportInProgress])
        try await recorder.cancel()
        #expect(try folder.contents().count == 1)
    }

    @Test("A handler gets its buffers as always when clips were kept before")
    func capture() async throws {
        let recorder = ScreenRecorder(configuration: configuration(keeping: ClipBuffering()))
        try await recorder.prepare()
        let types = ConditionLock<Set<SampleBufferType>>([])
        try await recorder.startCapture { buffer in _ = types.withLock { $0.insert(buffer.type) } }
        _ = types.wait(until: nil, on: clock) { $0.count == 3 ? true : nil }
        #expect(await recorder.clipBuffer == nil)
        try await recorder.stopCapture()
    }

    @Test("An encoder that fails while clips are kept ends that with its error, and the recorder can be used again")
    func failingCodec() async throws {
        let recorder = ScreenRecorder(
            configuration: configuration(keeping: ClipBuffering()),
            backends: [SyntheticBackend()],
            codecs: FakeCodecs(clock: clock, encoding: FakeEncoding(failingInput: 2)),
            clock: clock
        )
        let events = recorder.events()
        try await recorder.prepare()
        for await event in events {
            guard case .failed(let error) = event else { continue }
            #expect(error.subject == "fake codec")
            break
        }
        #expect(await recorder.state == .idle)
    }

    @Test("Films that begin with what was kept leave no thread and no descriptor behind")
    func leavesNothing() async {
        // In a process of its own, where nobody else opens files. A thread that is left behind traps by itself.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            var configuration = RecordingConfiguration(
                picture: .monitor("test:counter"),
                applicationAudio: .none,
                microphone: .none
            )
            configuration.preroll = .seconds(5)
            let recorder = ScreenRecorder(configuration: configuration)
            var counts: [Int] = []
            for _ in 1...10 {
                try await recorder.startRecording(to: folder.file("film.mp4"))
                try await recorder.exportClip(to: folder.file("clip.mp4"), duration: .seconds(1))
                try await recorder.stopRecording()
                counts.append(try OpenDescriptors.count())
            }
            // What is opened once and stays open is open after the first.
            #expect(Set(counts).count == 1)
            #expect(try folder.contents().count == 20)
        }
    }
}
