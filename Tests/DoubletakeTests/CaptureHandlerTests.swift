import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// The buffers of `startCapture`, as the tutorials use them.
@Suite(.timeLimit(.minutes(10))) struct CaptureHandlerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func recorder(_ tracks: SoundTracks = .separate) -> ScreenRecorder {
        ScreenRecorder(
            configuration: RecordingConfiguration(
                picture: .monitor("test:counter"),
                applicationAudio: .named("test:tone"),
                microphone: .named("test:tone"),
                frameRate: FrameRate(10),
                timing: .constant,
                tracks: tracks
            )
        )
    }

    /// A writer that is set up when the first sound of the applications comes, and its session started at that time.
    private final class HandWriter: Sendable {
        private struct State {
            var inputs: [SampleBufferType: AssetWriterInput] = [:]
            var waiting: [SampleBuffer] = []
        }

        let writer: AssetWriter
        private let state = ConditionLock(State())

        init(path: String) {
            writer = AssetWriter(path: path, container: .mp4)
        }

        func take(_ buffer: SampleBuffer) {
            state.withLock { state in
                if state.inputs.isEmpty, buffer.type == .audioApp, case .audio(let audio) = buffer.content {
                    state.inputs = begin(with: audio)
                }
                // What comes before the first sound belongs to the film as well: all begin at the same instant.
                state.waiting.append(buffer)
                guard !state.inputs.isEmpty else { return }
                for buffer in state.waiting { append(buffer, to: state.inputs[buffer.type]) }
                state.waiting = []
            }
        }

        private func begin(with audio: AudioBuffer) -> [SampleBufferType: AssetWriterInput] {
            let sound = AudioEncoderSettings(codec: .aac, format: audio.format, bitRate: 64_000)
            let picture = VideoEncoderSettings(
                codec: .h264,
                displaySize: PixelSize(width: 1280, height: 720),
                color: .bt709Limited,
                frameRate: FrameRate(10),
                quality: .high
            )
            let inputs: [SampleBufferType: AssetWriterInput] = [
                .video: AssetWriterInput(video: picture),
                .audioApp: AssetWriterInput(audio: sound),
                .audioMic: AssetWriterInput(audio: sound, isEnabled: false),
            ]
            do {
                for type in SampleBufferType.allCases { try inputs[type].map { try writer.add($0) } }
                #expect(writer.startWriting())
                try writer.startSession(atSourceTime: audio.time)
            } catch {
                Issue.record(error)
            }
            return inputs
        }

        private func append(_ buffer: SampleBuffer, to input: AssetWriterInput?) {
            do {
                #expect(try input?.append(buffer) == true)
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test("A writer that is fed by hand gets the tracks, the times and the pictures that a recording has")
    func fedByHand() async throws {
        let capturing = Self.recorder()
        let byHand = HandWriter(path: folder.file("hand.mp4"))
        let begin = try await capturing.startCapture { byHand.take($0) }
        try await capturing.stopCapture(at: begin + .seconds(1))
        // What was delivered before the end was known belongs to no film.
        try byHand.writer.endSession(atSourceTime: begin + .seconds(1))
        await byHand.writer.finishWriting()
        #expect(byHand.writer.error == nil)

        let recording = Self.recorder()
        let started = try await recording.startRecording(to: folder.file("film.mp4"))
        try await recording.stopRecording(at: started.start + .seconds(1))

        let hand = try DecodedFilm(AssetReader(path: folder.file("hand.mp4")))
        let film = try DecodedFilm(AssetReader(path: folder.file("film.mp4")))
        #expect(hand.tracks.count == film.tracks.count)
        #expect(hand.pictures.map(\.time) == film.pictures.map(\.time))
        #expect(hand.pictures.count == 10)
        #expect(hand.sounds.mapValues(\.count) == film.sounds.mapValues(\.count))
        #expect(hand.sounds.mapValues(\.count) == [1: 48_000, 2: 48_000])
        #expect(hand.soundStarts == film.soundStarts)
    }

    @Test("No buffer comes after the end has come back, and the recorder can be used again")
    func quietAfterStop() async throws {
        let recorder = Self.recorder()
        let isOver = ConditionLock(false)
        for _ in 1...3 {
            isOver.withLock { $0 = false }
            let begin = try await recorder.startCapture { _ in #expect(!isOver.withLock { $0 }) }
            #expect(await recorder.state == .recording)
            try await recorder.stopCapture(at: begin + .milliseconds(200))
            isOver.withLock { $0 = true }
            #expect(await recorder.state == .idle)
        }
    }

    @Test("A capture that is cancelled ends at once")
    func cancelled() async throws {
        let recorder = Self.recorder()
        try await recorder.startCapture { _ in }
        try await recorder.cancel()
        #expect(await recorder.state == .idle)
        await #expect(throws: RecordingError.self) { try await recorder.stopCapture() }
    }

    @Test(
        "Two sources give a mix, a track each, or both with the mix first and alone enabled",
        arguments: [
            (SoundTracks.mix, ["Screen", "Mix"]),
            (.separate, ["Screen", "Applications", "Microphone"]),
            (.both, ["Screen", "Mix", "Applications", "Microphone"]),
        ]
    )
    func tracks(tracks: SoundTracks, names: [String]) async throws {
        let recorder = Self.recorder(tracks)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        #expect(started.tracks.map(\.name) == names)
        let finished = try await recorder.stopRecording(at: started.start + .seconds(1))
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(film.sounds.count == names.count - 1)
        for samples in film.sounds.values { #expect(samples.count == 48_000) }
        #expect(finished.sounds.map(\.type) == [.audioApp, .audioMic])
    }
}
