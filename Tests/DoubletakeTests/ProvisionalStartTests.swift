import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake

/// Starts that can be taken back, as a key press's, and starts at an instant that is over.
@Suite(.timeLimit(.minutes(10))) struct ProvisionalStartTests {
    private let folder: TemporaryFolder
    private let monitor = FakeMonitor()
    private let recorder: ScreenRecorder

    init() throws {
        folder = try TemporaryFolder()
        recorder = ScreenRecorder(
            configuration: RecordingConfiguration(applicationAudio: .none, microphone: .none),
            backends: [monitor],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
    }

    /// What was told, until the film was finished.
    private func words(_ events: EventStream<RecordingEvent>) async -> [String] {
        var words: [String] = []
        for await event in events {
            switch event {
            case .armed: words.append("armed")
            case .started: words.append("started")
            case .cancelled: words.append("cancelled")
            case .finished: words.append("finished")
            case .failed: words.append("failed")
            case .marker(let marker): words.append(marker.name)
            case .levels, .status, .warning, .paused, .resumed, .arranged, .sound, .split, .part: break
            }
            if words.last == "finished" { break }
        }
        return words
    }

    @Test("A start that is taken back leaves no file, was never told of, and the recorder is armed as before")
    func takenBack() async throws {
        let events = recorder.events()
        try await recorder.prepare()
        monitor.show(at: MonotonicClock().now)
        _ = try await recorder.startProvisionally(to: folder.file("film.mp4"))
        #expect(try folder.contents() == ["film.part.mp4"])
        try await recorder.takeBackRecording()
        #expect(try folder.contents().isEmpty)
        #expect(await recorder.state == .armed)
        #expect(!monitor.isStopped)

        // The screen never changes again, and the next film has its picture all the same.
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        let finished = try await recorder.stopRecording(at: started.start + .milliseconds(100))
        #expect(try DecodedFilm(AssetReader(path: finished.file)).pictures.first?.time == .zero)
        #expect(await words(events) == ["armed", "cancelled", "started", "finished"])
    }

    @Test("A marker in a film whose start is taken back was never set, and in one that is confirmed it is told of then")
    func marked() async throws {
        let events = recorder.events()
        try await recorder.prepare()
        monitor.show(at: MonotonicClock().now)
        for isTakenBack in [true, false] {
            let started = try await recorder.startProvisionally(to: folder.file("film.mp4"))
            let name = isTakenBack ? "Gone" : "Kept"
            #expect(try await recorder.mark(name, at: started.start)?.time == .zero)
            if isTakenBack { try await recorder.takeBackRecording() } else { await recorder.confirmRecording() }
        }
        // A film of less than a millisecond has no room for a chapter.
        let finished = try await recorder.stopRecording(at: MonotonicClock().now + .milliseconds(100))
        #expect(await words(events) == ["armed", "cancelled", "started", "Kept", "finished"])
        #expect(try MediaProbe.chapters(finished.file).map(\.name) == ["Kept"])
    }

    @Test("What is confirmed, or stopped, can't be taken back any more")
    func confirmed() async throws {
        try await recorder.prepare()
        monitor.show(at: MonotonicClock().now)
        _ = try await recorder.startProvisionally(to: folder.file("film.mp4"))
        await recorder.confirmRecording()
        await #expect(throws: RecordingError.self) { try await recorder.takeBackRecording() }
        try await recorder.stopRecording()
        await #expect(throws: RecordingError.self) { try await recorder.takeBackRecording() }
        await recorder.confirmRecording()
        #expect(await recorder.state == .idle)
    }

    @Test("A film begins at the instant that was named, also when that is over by the time its file is made")
    func startInThePast() async throws {
        try await recorder.prepare()
        let pressed = MonotonicClock().now
        monitor.show(at: pressed - .milliseconds(50))
        let started = try await recorder.startRecording(to: folder.file("film.mp4"), at: pressed)
        #expect(started.start == pressed)
        let finished = try await recorder.stopRecording(at: pressed + .seconds(1))
        #expect(finished.duration == .seconds(1))
        #expect(finished.startLatency > .zero)
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(film.pictures.first?.time == .zero)
    }

    @Test("A monitor that is lost ends the recording, and the error says where what was recorded can be played")
    func lostWhileRecording() async throws {
        try await recorder.prepare()
        monitor.show(at: MonotonicClock().now)
        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        monitor.lose()
        for await event in events {
            guard case .failed(let error) = event else { continue }
            guard case .lost(FakeMonitor.loss, let file) = error else {
                Issue.record("\(error)")
                break
            }
            #expect(file == folder.file("film.mp4"))
            #expect(try !DecodedFilm(AssetReader(path: folder.file("film.mp4"))).pictures.isEmpty)
            break
        }
        #expect(await recorder.state == .idle)
        #expect(monitor.isStopped)
    }

    @Test("A monitor that is lost while the recorder is armed closes the devices")
    func lostWhileArmed() async throws {
        let events = recorder.events()
        try await recorder.prepare()
        monitor.lose()
        for await event in events {
            guard case .failed(let error) = event else { continue }
            #expect(error.subject == "DP-1")
            #expect(error.playableFile == nil)
            break
        }
        #expect(await recorder.state == .idle)
        #expect(monitor.isStopped)
    }
}
