import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake

/// What is done with the sound of a film while it is recorded, and told of it.
@Suite(.timeLimit(.minutes(10))) struct RecordedSoundTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let configuration = RecordingConfiguration(
        picture: .monitor("test:counter"),
        applicationAudio: .named("test:tone"),
        microphone: .none
    )

    @Test("A source is muted in the film from the instant on, and that is told")
    func muted() async throws {
        let recorder = ScreenRecorder(configuration: configuration)
        let events = recorder.events()
        await #expect(throws: RecordingError.self) { try await recorder.changeSound(.muted, of: .audioApp) }
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        await #expect(throws: RecordingError.self) { try await recorder.changeSound(.muted, of: .audioMic) }
        let settings = try await recorder.changeSound(
            .toggled, of: .audioApp, at: started.start + .milliseconds(400))
        #expect(settings.map(\.track) == ["Applications"] && settings.map(\.volume.isMuted) == [true])
        try await recorder.stopRecording(at: started.start + .milliseconds(800))
        let sound = try #require(try DecodedFilm(AssetReader(path: folder.file("film.mp4"))).sounds[1])
        // The codec smears an edge over its packets.
        #expect(sound[14_400..<19_200].map(abs).max() ?? 0 > 0.09)
        #expect(sound[(19_200 + 240 + 2_048)...].map(abs).max() ?? 1 < 0.001)
        var told: [SoundSetting] = []
        for await event in events {
            if case .sound(let settings) = event { told += settings }
            if case .finished = event { break }
        }
        #expect(told == settings)
    }

    @Test("Levels are told while a film is recorded, and not where only a status is wanted")
    func levels() async throws {
        let recorder = ScreenRecorder(configuration: configuration)
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        var hasStarted = false
        for await event in events {
            if case .started = event { hasStarted = true }
            guard hasStarted, case .levels(let levels) = event, let level = levels.first?.level else { continue }
            #expect(levels.map(\.track) == ["Applications"])
            // A buffer holds whole periods of the tone.
            #expect(abs(level.peakDecibels + 20) < 0.1 && abs(level.rootMeanSquareDecibels + 23) < 0.1)
            break
        }
        try await recorder.stopRecording(at: started.start + .seconds(1))

        var rarely = configuration
        rarely.levelMeters = .whileArmed
        let quiet = ScreenRecorder(configuration: rarely)
        let start = try await quiet.startRecording(to: folder.file("quiet.mp4")).start
        let later = quiet.events()
        try await quiet.stopRecording(at: start + .milliseconds(1_200))
        for await event in later {
            if case .levels = event { Issue.record("levels came") }
            if case .finished = event { break }
        }
    }
}
