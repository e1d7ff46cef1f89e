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
        // So far away that the clock isn't there before the pipeline knows of it.
        let end = clock.now + .seconds(3)
        let (isEnding, hasEnded) = (ConditionLock(false), ConditionLock(false))
        let finishing = try WorkerThread(name: "finish") {
            isEnding.withLock { $0 = true }
            pipeline.finish(at: end)
            hasEnded.withLock { $0 = true }
        }
        _ = isEnding.wait(until: nil, on: clock) { $0 ? true : nil }
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

    /// The next pause's beginning or end that is told of.
    private static func edge(_ events: EventStream<RecordingEvent>) async throws -> RecordingPause {
        for await event in events {
            switch event {
            case .paused(let pause), .resumed(let pause): return pause
            default: break
            }
        }
        throw RecordingError.wrongState(.idle, wanted: "be paused")
    }

    @Test(
        "A film that was paused has what was recorded before and after, and events tell of both",
        arguments: FrameTiming.allCases
    )
    func recorder(timing: FrameTiming) async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration(timing))
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await Self.wait(until: started.start + .seconds(1))
        try await recorder.pause()
        try await recorder.pause()
        #expect(await recorder.state == .paused)
        let first = try await Self.edge(events)
        try await Self.wait(until: first.instant + .seconds(3))
        try await recorder.resume()
        try await recorder.resume()
        #expect(await recorder.state == .recording)
        let second = try await Self.edge(events)
        let finished = try await recorder.stopRecording(at: second.instant + .seconds(1))
        #expect(first.elapsed == second.elapsed && first.elapsed == first.instant - started.start)
        #expect(finished.statistics.pauses == 1)
        #expect(finished.statistics.pausedDuration == second.instant - first.instant)
        #expect(finished.duration == first.elapsed + .seconds(1))
        let film = try DecodedFilm(AssetReader(path: finished.file))
        let wanted = AudioFormat(sampleRate: 48_000, channelCount: 1).sampleCount(in: finished.duration)
        #expect(abs((film.sounds[1]?.count ?? 0) - wanted) <= 1)
        // No freeze: where the film is cut the numbers jump by the pause, from one picture to the next.
        let numbers = film.pictures.compactMap(\.number)
        let jump = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(jump >= 80, "a pause of three seconds has ninety")
        guard timing == .constant, finished.statistics.framesDropped == 0 else { return }
        let grid = film.pictures.indices.map { MediaTime.zero + FrameRate(30).offset(ofFrame: Int64($0)) }
        #expect(film.pictures.map(\.time) == grid)
    }

    @Test("A film that is stopped in a pause ends where it was paused")
    func stoppedInPause() async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration())
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await Self.wait(until: started.start + .milliseconds(500))
        try await recorder.pause()
        let pause = try await Self.edge(events)
        try await Self.wait(until: pause.instant + .milliseconds(700))
        let finished = try await recorder.stopRecording()
        #expect(finished.duration == pause.elapsed)
        let film = try DecodedFilm(AssetReader(path: finished.file))
        let wanted = AudioFormat(sampleRate: 48_000, channelCount: 1).sampleCount(in: finished.duration)
        #expect(abs((film.sounds[1]?.count ?? 0) - wanted) <= 1)
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
        let first = try await Self.edge(events)
        try await Self.wait(until: first.instant + .milliseconds(500))
        try await recorder.resume()
        let second = try await Self.edge(events)
        try await recorder.stopCapture(at: second.instant + .milliseconds(500))
        let heard = buffers.read { $0 }
        #expect(heard.first?.time == begin)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs(($1.time - $0.endTime).wholeNanoseconds) <= 1 })
        let length = (heard.last?.endTime ?? begin) - begin
        #expect(abs((length - first.elapsed - .milliseconds(500)).inSeconds) < 0.000_05)
    }

    @Test("What is marked in a pause is a chapter that begins where the film goes on, and later marks move up")
    func marked() async throws {
        let recorder = ScreenRecorder(configuration: Self.configuration())
        let events = recorder.events()
        let start = try await recorder.startRecording(to: folder.file("film.mp4")).start
        try await Self.wait(until: start + .milliseconds(300))
        try await recorder.pause()
        let elapsed = try await Self.edge(events).elapsed
        #expect(try await recorder.mark("In the pause")?.time == elapsed)
        try await Self.wait(until: start + .milliseconds(800))
        let resumed = MonotonicClock().now
        try await recorder.resume(at: resumed)
        #expect(
            try await recorder.mark("After it", at: resumed + .milliseconds(100))?.time == elapsed + .milliseconds(100))
        let finished = try await recorder.stopRecording(at: resumed + .milliseconds(500))
        #expect(try MediaProbe.chapters(finished.file).suffix(2).map(\.name) == ["In the pause", "After it"])
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
