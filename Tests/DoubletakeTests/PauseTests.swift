import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake

/// Pauses of whole recordings.
@Suite(.timeLimit(.minutes(10))) struct PauseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func configuration(_ timing: FrameTiming = .variable) -> RecordingConfiguration {
        RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none,
            timing: timing
        )
    }

    // MARK: The pipeline, on a clock that is moved

    @Test("After sixty pauses on a still clock the film has each instant that was recorded, and no other one")
    func sixtyPauses() throws {
        let clock = ManualClock()
        let pipeline = try RecordingPipeline(
            Self.configuration(),
            backends: [SyntheticBackend()],
            clock: clock
        ) { Issue.record("\($0)") }
        let sampleCount = ConditionLock(0)
        let pictures = ConditionLock<[(time: MediaTime, number: Int64?)]>([])
        let finishedCount = ConditionLock(0)
        pipeline.outputs.add { output in
            guard case .buffer(let buffer) = output else {
                finishedCount.withLock { $0 += 1 }
                return
            }
            switch buffer.content {
            case .audio(let audio): sampleCount.withLock { $0 += audio.sampleCount }
            case .video(let frame):
                let code = CounterCode(size: frame.pixelBuffer.displaySize)
                pictures.withLock { $0.append((frame.time, code.number(in: frame.pixelBuffer))) }
            }
        }
        try pipeline.arm()
        clock.advance(by: .milliseconds(120), inStepsOf: .milliseconds(5), whenWaiting: 2)
        let start = clock.now
        pipeline.begin(at: start)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            for isPause in [true, false] {
                let length = Duration.milliseconds(Int.random(in: 1...300, using: &random))
                clock.advance(by: length, inStepsOf: .milliseconds(5), whenWaiting: 4)
                _ = isPause ? pipeline.pause(at: clock.now) : pipeline.resume(at: clock.now)
            }
        }
        let end = clock.now + .milliseconds(500)
        let hasEnded = ConditionLock(false)
        let finishing = try WorkerThread(name: "finish") {
            pipeline.finish(at: end)
            hasEnded.withLock { $0 = true }
        }
        while !hasEnded.read({ $0 }) {
            if clock.waiterCount >= 4 - finishedCount.read({ $0 }) { clock.advance(by: .milliseconds(5)) }
        }
        finishing.join()
        pipeline.close()
        let timeline = pipeline.timeline
        let length = timeline.filmTime(of: end) - start
        #expect(timeline.pauseCount == 60)
        #expect(length > .seconds(5) && end - start - length > .seconds(5))
        #expect(
            abs(sampleCount.read { $0 } - AudioFormat(sampleRate: 48_000, channelCount: 2).sampleCount(in: length)) <= 1
        )
        let shown = pictures.read { $0 }
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(pipeline.statistics.frames == shown.count)
        #expect(pipeline.statistics.samplesFilled == 0)
        // Each number is shown from its own instant on; the first one after a pause that another follows at once may be
        // one that comes within a frame interval.
        let origin = start - .milliseconds(120)
        for (time, number) in shown.dropFirst() {
            let change = origin + FrameRate(30).offset(ofFrame: try #require(number))
            let distance = time - timeline.filmTime(of: change)
            #expect(
                distance > .zero - FrameRate(30).frameDuration && distance < .milliseconds(1_100),
                "\(number ?? -1) at \(time): \(distance)")
        }
    }

    // MARK: The recorder

    @Test(
        "A film that was paused has what was recorded before and after, and events tell of both",
        arguments: FrameTiming.allCases)
    func recorder(timing: FrameTiming) async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration(timing))
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        let first = started.start + .seconds(1)
        try await Self.wait(until: first)
        try await recorder.pause(at: first)
        try await recorder.pause()
        #expect(await recorder.state == .paused)
        let second = first + .seconds(2)
        try await Self.wait(until: second)
        try await recorder.resume(at: second)
        try await recorder.resume()
        #expect(await recorder.state == .recording)
        let finished = try await recorder.stopRecording(at: second + .seconds(1))
        #expect(finished.statistics.pauses == 1)
        var edges: [RecordingPause] = []
        for await event in events {
            switch event {
            case .paused(let pause), .resumed(let pause): edges.append(pause)
            default: break
            }
            if case .finished = event { break }
        }
        #expect(edges.count == 2)
        let pause = edges[1].instant - edges[0].instant
        #expect(edges[0].elapsed == edges[1].elapsed && edges[0].elapsed == edges[0].instant - started.start)
        #expect(finished.statistics.pausedDuration == pause)
        #expect(finished.duration == .seconds(4) - pause)
        let film = try DecodedFilm(AssetReader(path: finished.file))
        let wanted = AudioFormat(sampleRate: 48_000, channelCount: 1).sampleCount(in: finished.duration)
        #expect(abs((film.sounds[1]?.count ?? 0) - wanted) <= 1)
        // No freeze: where the film is cut the numbers jump by the pause, from one picture to the next.
        let numbers = film.pictures.compactMap(\.number)
        let jump = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(abs(Double(jump) - pause.inSeconds * 30) < 15)
        if timing == .constant {
            #expect(
                film.pictures.map(\.time)
                    == film.pictures.indices.map { MediaTime.zero + FrameRate(30).offset(ofFrame: Int64($0)) })
        }
    }

    @Test("A film that is stopped in a pause ends where it was paused")
    func stoppedInPause() async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration())
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await Self.wait(until: started.start + .milliseconds(500))
        try await recorder.pause()
        try await Self.wait(until: started.start + .milliseconds(1_200))
        let finished = try await recorder.stopRecording()
        #expect(finished.duration >= .milliseconds(500) && finished.duration < .milliseconds(1_200))
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(
            film.sounds[1]?.count == AudioFormat(sampleRate: 48_000, channelCount: 1).sampleCount(in: finished.duration)
        )
    }

    @Test("On a screen that never changes again the film goes on with its picture, and is as long as what was recorded")
    func stillScreen() async throws {
        let monitor = FakeMonitor()
        let recorder = ScreenRecorder(
            configuration: RecordingConfiguration(applicationAudio: .none, microphone: .none),
            backends: [monitor],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
        try await recorder.prepare()
        monitor.show(at: MonotonicClock().now)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await Self.wait(until: started.start + .milliseconds(300))
        try await recorder.pause()
        try await Self.wait(until: started.start + .milliseconds(900))
        let resumed = MonotonicClock().now
        try await recorder.resume(at: resumed)
        let finished = try await recorder.stopRecording(at: resumed + .milliseconds(300))
        let probe = try MediaProbe(finished.file, includingPackets: true)
        let times = probe.packets(ofStream: 0).map(\.presentationTime.inSeconds)
        let cut = (finished.duration - .milliseconds(300)).inSeconds
        #expect(times.contains { abs($0 - cut) < 0.001 }, "\(times) has nothing at \(cut)")
    }

    @Test("A handler of buffers gets nothing of a pause, and what follows has times that follow")
    func captured() async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration())
        let events = recorder.events()
        let buffers = ConditionLock<[AudioBuffer]>([])
        let begin = try await recorder.startCapture { buffer in
            if case .audio(let audio) = buffer.content { buffers.withLock { $0.append(audio) } }
        }
        try await Self.wait(until: begin + .milliseconds(400))
        try await recorder.pause()
        #expect(await recorder.state == .paused)
        try await Self.wait(until: begin + .milliseconds(900))
        try await recorder.resume()
        try await recorder.stopCapture(at: begin + .milliseconds(1_400))
        let heard = buffers.read { $0 }
        #expect(heard.first?.time == begin)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs(($1.time - $0.endTime).wholeNanoseconds) <= 1 })
        var edges: [RecordingPause] = []
        for await event in events {
            switch event {
            case .paused(let pause), .resumed(let pause): edges.append(pause)
            default: break
            }
            if edges.count == 2 { break }
        }
        let wanted = edges[0].elapsed + (begin + .milliseconds(1_400) - edges[1].instant)
        #expect(abs(((heard.last?.endTime ?? begin) - begin - wanted).inSeconds) < 0.000_05)
    }

    @Test("What isn't recorded can't be paused")
    func wrongState() async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration())
        await #expect(throws: RecordingError.self) { try await recorder.pause() }
        await #expect(throws: RecordingError.self) { try await recorder.resume() }
        try await recorder.prepare()
        await #expect(throws: RecordingError.self) { try await recorder.pause() }
        try await recorder.cancel()
    }

    /// The recording itself is what takes the time.
    private static func wait(until time: MediaTime) async throws {
        let clock = MonotonicClock()
        let never = ConditionLock(false)
        try await onThread("wait") { () throws(RecordingError) in
            _ = never.wait(until: time, on: clock) { $0 ? true : nil }
        }
    }
}
