import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// The recorder with its real codecs on the real clock, and synthetic devices.
///
/// Nothing here depends on how fast the machine is.
@Suite(.timeLimit(.minutes(10))) struct ScreenRecorderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let silent = RecordingConfiguration(
        picture: .monitor("test:counter"),
        applicationAudio: .none,
        microphone: .none
    )

    private let sounding = RecordingConfiguration(
        picture: .monitor("test:counter"),
        applicationAudio: .named("test:tone"),
        microphone: .none
    )

    @Test("Three calls make a film that can be read back")
    func records() async throws {
        let recorder = ScreenRecorder(configuration: sounding)
        try await recorder.prepare()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        #expect(started.partFile == folder.file("film.part.mp4"))
        #expect(try folder.contents() == ["film.part.mp4"])
        // The end is yet to come: the stop waits for it by itself.
        let finished = try await recorder.stopRecording(at: started.start + .milliseconds(700))
        #expect(finished.file == folder.file("film.mp4"))
        #expect(finished.duration == .milliseconds(700))
        #expect(try folder.contents() == ["film.mp4"])
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(film.pictures.first?.time == .zero)
        #expect(film.pictures.count <= finished.statistics.frames)
        #expect(film.sounds[1]?.count == 33_600)
    }

    @Test("A recorder records take after take, and a name that is taken gets a number")
    func takes() async throws {
        let recorder = ScreenRecorder(configuration: silent)
        for name in ["film.mp4", "film-2.mp4", "film-3.mp4"] {
            let started = try await recorder.startRecording(to: folder.file("film.mp4"))
            #expect(started.file == folder.file(name))
            let finished = try await recorder.stopRecording(at: started.start + .milliseconds(100))
            #expect(finished.file == folder.file(name))
        }
    }

    @Test("A recording that is stopped at once has at least its first picture")
    func stoppedAtOnce() async throws {
        let recorder = ScreenRecorder(configuration: sounding)
        try await recorder.startRecording(to: folder.file("film.mp4"))
        let finished = try await recorder.stopRecording()
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(!film.pictures.isEmpty)
    }

    @Test("A hundred starts and stops in one process leave no thread and no descriptor behind")
    func manyTakes() async {
        // In a process of its own, where nobody else opens files. A thread that is left behind traps by itself.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let recorder = ScreenRecorder(
                configuration: RecordingConfiguration(
                    picture: .monitor("test:counter"),
                    applicationAudio: .none,
                    microphone: .none
                )
            )
            // What is opened once and stays open is open after the first.
            try await recorder.startRecording(to: folder.file("film.mp4"))
            try await recorder.stopRecording()
            let before = try OpenDescriptors.count()
            for _ in 1...100 {
                try await recorder.startRecording(to: folder.file("film.mp4"))
                try await recorder.stopRecording()
            }
            #expect(try OpenDescriptors.count() == before)
            #expect(try folder.contents().count == 101)
        }
    }

    @Test("What is asked for in the wrong state is an error, and changes nothing")
    func wrongStates() async throws {
        let recorder = ScreenRecorder(configuration: silent)
        await #expect(throws: RecordingError.self) { try await recorder.stopRecording() }
        try await recorder.prepare()
        await #expect(throws: RecordingError.self) { try await recorder.prepare() }
        #expect(await recorder.state == .armed)
        try await recorder.startRecording(to: folder.file("film.mp4"))
        await #expect(throws: RecordingError.self) {
            try await recorder.startRecording(to: folder.file("other.mp4"))
        }
        #expect(await recorder.state == .recording)
        try await recorder.stopRecording()
        #expect(await recorder.state == .idle)
    }

    @Test("A start that fails leaves nothing behind, and the recorder stays armed")
    func failedStart() async throws {
        let recorder = ScreenRecorder(configuration: silent)
        try await recorder.prepare()
        await #expect(throws: RecordingError.self) {
            try await recorder.startRecording(to: folder.file("film.xyz"))
        }
        #expect(await recorder.state == .armed)
        #expect(try folder.contents().isEmpty)
        try await recorder.startRecording(to: folder.file("film.mp4"))
        try await recorder.stopRecording()
    }

    @Test("A recording that is cancelled leaves no file")
    func cancels() async throws {
        let recorder = ScreenRecorder(configuration: sounding)
        try await recorder.startRecording(to: folder.file("film.mp4"))
        try await recorder.cancel()
        #expect(try folder.contents().isEmpty)
        #expect(await recorder.state == .idle)
    }

    @Test("A recorder that is let go while it records finishes the film")
    func letGoWhileRecording() async throws {
        var recorder: ScreenRecorder? = ScreenRecorder(configuration: sounding)
        let events = try #require(recorder?.events())
        try await recorder?.startRecording(to: folder.file("film.mp4"))
        recorder = nil
        var finished: FinishedRecording?
        for await event in events {
            if case .finished(let recording) = event { finished = recording }
        }
        #expect(finished?.file == folder.file("film.mp4"))
        #expect(try !DecodedFilm(AssetReader(path: folder.file("film.mp4"))).pictures.isEmpty)
    }

    @Test("A recorder that is let go while it is armed closes its devices")
    func letGoWhileArmed() async throws {
        let monitor = FakeMonitor()
        var recorder: ScreenRecorder? = ScreenRecorder(
            configuration: RecordingConfiguration(applicationAudio: .none, microphone: .none),
            backends: [monitor],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
        let events = try #require(recorder?.events())
        try await recorder?.prepare()
        #expect(!monitor.isStopped)
        recorder = nil
        // The events end when the devices are closed.
        for await _ in events {}
        #expect(monitor.isStopped)
    }

    @Test("A film of a monitor that never shows anything ends with an error, and leaves no file")
    func nothingShown() async throws {
        let recorder = ScreenRecorder(
            configuration: RecordingConfiguration(applicationAudio: .none, microphone: .none),
            backends: [FakeMonitor()],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
        try await recorder.startRecording(to: folder.file("film.mp4"))
        let error = await #expect(throws: RecordingError.self) { try await recorder.stopRecording() }
        #expect(error?.reason == "nothing was recorded")
        #expect(try folder.contents().isEmpty)
        #expect(await recorder.state == .idle)
    }

    @Test("Events tell of the start, of the end, and of nothing after it")
    func events() async throws {
        let recorder = ScreenRecorder(configuration: silent)
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await recorder.stopRecording(at: started.start + .milliseconds(200))
        var words: [String] = []
        for await event in events {
            switch event {
            case .started: words.append("started")
            case .finished: words.append("finished")
            case .failed: words.append("failed")
            case .armed, .levels, .status, .warning, .marker, .paused, .resumed, .arranged, .sound, .split, .part,
                .cancelled:
                break
            }
            if words.last == "finished" { break }
        }
        #expect(words == ["started", "finished"])
    }

    @Test("A codec that fails while recording ends the recording with an error, and the recorder can be used again")
    func failingCodec() async throws {
        let recorder = ScreenRecorder(
            configuration: silent,
            backends: [SyntheticBackend()],
            codecs: FakeCodecs(clock: MonotonicClock(), encoding: FakeEncoding(failingInput: 2)),
            clock: MonotonicClock()
        )
        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        for await event in events {
            guard case .failed(let error) = event else { continue }
            #expect(error.subject == "fake codec")
            break
        }
        #expect(await recorder.state == .idle)
        await #expect(throws: RecordingError.self) { try await recorder.stopRecording() }
        try await recorder.prepare()
        try await recorder.cancel()
    }
}
