import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// The road from the devices to the tap, with synthetic devices on a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct RecordingPipelineTests {
    private let clock = ManualClock()

    private func makePipeline(_ configuration: RecordingConfiguration, _ impairments: Impairments = .none) throws
        -> RecordingPipeline
    {
        let backend = SyntheticBackend(impairments: impairments)
        return try RecordingPipeline(configuration, backends: [backend], clock: clock) { event in
            Issue.record("\(event)")
        }
    }

    /// What came out of the tap; pictures as their times and numbers, since whoever holds pictures holds up the source.
    private struct Film: Sendable {
        var pictures: [(time: MediaTime, number: Int64?)] = []
        var sounds: [SampleBufferSource: [AudioBuffer]] = [:]
        var finished: [SampleBufferSource] = []
        var isLate = false

        mutating func take(_ output: CaptureOutput) {
            switch output {
            case .finished(let source): finished.append(source)
            case .buffer(let buffer):
                isLate = isLate || finished.contains(buffer.source)
                switch buffer.content {
                case .video(let frame):
                    let picture = frame.pixelBuffer
                    pictures.append((frame.time, CounterCode(size: picture.displaySize).number(in: picture)))
                case .audio(let audio): sounds[buffer.source, default: []].append(audio)
                }
            }
        }
    }

    /// Records for `duration` of the manual clock, which moves on only when every source and every stage that has not
    /// finished waits for it.
    private func record(
        _ configuration: RecordingConfiguration,
        for duration: Duration,
        _ impairments: Impairments = .none,
        lead: Duration = .milliseconds(120)
    ) throws -> (film: Film, start: MediaTime, statistics: RecordingStatistics) {
        let pipeline = try makePipeline(configuration, impairments)
        let film = ConditionLock(Film())
        pipeline.outputs.add { output in film.withLock { $0.take(output) } }
        let sourceCount = 1 + pipeline.recordedSounds.count
        try pipeline.arm()
        // A picture and some sound come before the film begins.
        clock.advance(by: lead, inStepsOf: .milliseconds(5), whenWaiting: sourceCount)
        let start = clock.now
        pipeline.begin(at: start)
        let hasEnded = ConditionLock(false)
        let finishing = try WorkerThread(name: "finish") {
            pipeline.finish(at: start + duration)
            hasEnded.withLock { $0 = true }
        }
        while !hasEnded.withLock({ $0 }) {
            let unfinishedCount = sourceCount - film.withLock { $0.finished.count }
            if clock.waiterCount >= sourceCount + unfinishedCount { clock.advance(by: .milliseconds(5)) }
        }
        finishing.join()
        pipeline.close()
        return (film.withLock { $0 }, start, pipeline.statistics)
    }

    @Test("The film begins at its start with the newest picture from before, and has each picture once, in order")
    func pictures() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"), applicationAudio: .none, microphone: .none)
        let (film, start, statistics) = try record(configuration, for: .seconds(2))
        #expect(film.pictures.first?.time == start)
        let numbers = film.pictures.compactMap(\.number)
        let first = try #require(numbers.first)
        #expect(numbers.first == 3, "three intervals of 33 ms lie before the start")
        #expect(Set(numbers).count >= 60)
        #expect(numbers == numbers.sorted())
        #expect(numbers.last == first + Int64(Set(numbers).count) - 1)
        #expect(zip(film.pictures, film.pictures.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(statistics.frames == film.pictures.count)
        #expect(statistics.framesDropped == 0)
    }

    @Test("Constant timing gives exactly rate times duration pictures, a frame interval apart")
    func constantTiming() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .none,
            microphone: .none,
            frameRate: FrameRate(25),
            timing: .constant
        )
        let (film, start, _) = try record(configuration, for: .seconds(2))
        let times = film.pictures.map(\.time)
        #expect(times == (0..<50).map { start + FrameRate(25).offset(ofFrame: $0) })
    }

    @Test("Sound begins at the start to the sample and ends at the end, also when it is delivered 0 to 120 ms late")
    func sound() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .named("test:tone")
        )
        let impairments = Impairments(deliveryJitter: .milliseconds(120))
        let (film, start, statistics) = try record(configuration, for: .seconds(2), impairments)
        for source in [SampleBufferSource.audioApp, .audioMic] {
            let buffers = film.sounds[source, default: []]
            #expect(buffers.first?.time == start)
            #expect(buffers.reduce(0) { $0 + $1.sampleCount } == 96_000)
            let samples = buffers.flatMap(\.samples)
            #expect(samples.allSatisfy { abs($0) <= 0.1001 })
            // A sine that was cut nowhere: each sample follows from the two before.
            let turn = 2 * cosine(ofDegrees: 7.5)
            let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            let worst = (2..<left.count).map { abs(left[$0] - turn * left[$0 - 1] + left[$0 - 2]) }.max()
            #expect((worst ?? 1) < 1e-5)
        }
        #expect(statistics.samplesFilled == 0)
        #expect(statistics.samplesDropped == 0)
    }

    @Test("Each of several sources of a kind has a sound of its own, in the order in which they were named")
    func severalSources() throws {
        var configuration = RecordingConfiguration(picture: .monitor("test:counter"))
        configuration.applicationSources = [.named("test:tone:500"), .named("test:tone:600")]
        configuration.microphones = [.named("test:tone:700"), .named("test:tone:800")]
        let (film, start, statistics) = try record(configuration, for: .milliseconds(500))
        let sources = statistics.sounds.map(\.source)
        #expect(sources.map(\.type) == [.audioApp, .audioApp, .audioMic, .audioMic])
        #expect(sources.map(\.number) == [0, 1, 0, 1])
        #expect(film.finished.count == 5 && Set(film.finished) == Set(sources + [.video]) && !film.isLate)
        for (source, frequency) in zip(sources, [500, 600, 700, 800]) {
            let buffers = film.sounds[source, default: []]
            #expect(buffers.first?.time == start && buffers.reduce(0) { $0 + $1.sampleCount } == 24_000)
            let samples = buffers.flatMap(\.samples)
            let turn = 2 * cosine(ofDegrees: 360 * Float(frequency) / 48_000)
            let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            let worst = (2..<left.count).map { abs(left[$0] - turn * left[$0 - 1] + left[$0 - 2]) }.max()
            #expect((worst ?? 1) < 1e-5, "\(frequency) Hz and nothing else")
        }
    }

    @Test("Tracks are called for what they hold, and for their device where there are several of a kind")
    func trackNames() throws {
        var configuration = RecordingConfiguration(picture: .monitor("test:counter"))
        configuration.applicationSources = [.named("test:tone"), .named("test:tone:440")]
        configuration.microphone = .named("test:tone:880")
        let pipeline = try makePipeline(configuration)
        defer { pipeline.close() }
        let names = pipeline.recordedSounds.map(\.name)
        #expect(names == ["Applications: Test tone", "Applications: Test tone 440 Hz", "Microphone"])
    }

    @Test("Sound is shifted by the offset, all of it and from the first sample on", arguments: [700, -700])
    func offset(milliseconds: Int) throws {
        var configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
        configuration.audioOffset = .milliseconds(milliseconds)
        configuration.applicationGain = -6.0206
        // Samples before the sources began can't be there: the start is after them.
        let (film, start, statistics) = try record(configuration, for: .seconds(2), lead: .milliseconds(900))
        let buffers = film.sounds[.audioApp, default: []]
        #expect(buffers.first?.time == start && buffers.reduce(0) { $0 + $1.sampleCount } == 96_000)
        let samples = buffers.flatMap(\.samples)
        #expect(samples.allSatisfy { abs($0) <= 0.0501 } && samples.contains { abs($0) > 0.049 })
        #expect(statistics.samplesFilled == 0 && statistics.samplesDropped == 0)
    }

    @Test("A source whose clock is slow is as long as the film all the same, and what was done is told of its track")
    func drifting() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
        let (film, _, statistics) = try record(configuration, for: .seconds(14), Impairments(drift: 900))
        let buffers = film.sounds[.audioApp, default: []]
        #expect(buffers.reduce(0) { $0 + $1.sampleCount } == 14 * 48_000)
        let sound = try #require(statistics.sounds.first)
        #expect(sound.type == .audioApp)
        #expect(abs((sound.driftInPartsPerMillion ?? 0) - 900) < 1)
        #expect(sound.largestCorrectionInPartsPerMillion > 100)
        #expect(sound.samplesFilled == 0 && sound.samplesDropped == 0 && sound.gaps == 0)
        let left = buffers.flatMap { buffer in
            stride(from: 0, to: buffer.samples.count, by: 2).map { buffer.samples[$0] }
        }
        let turn = 2 * cosine(ofDegrees: 7.5)
        let worst = (2..<left.count).map { abs(left[$0] - turn * left[$0 - 1] + left[$0 - 2]) }.max()
        #expect((worst ?? 1) < 1e-4, "the tone is in one piece")
    }

    @Test("Each type says that it has finished, once, after its last buffer")
    func finishes() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
        let (film, _, _) = try record(configuration, for: .milliseconds(500))
        #expect(film.finished.sorted { $0.type.rawValue < $1.type.rawValue } == [.audioApp, .video])
        #expect(!film.isLate)
    }

    @Test("A named device that isn't there is an error; one that is only wanted by default is left out with a warning")
    func missingDevices() throws {
        #expect(throws: RecordingError.self) {
            try makePipeline(RecordingConfiguration(picture: .monitor("test:bars"), microphone: .named("Blue Yeti")))
        }
        #expect(throws: RecordingError.self) { try makePipeline(RecordingConfiguration()) }
        let warnings = ConditionLock<[String]>([])
        let pipeline = try RecordingPipeline(
            RecordingConfiguration(picture: .monitor("test:bars")),
            backends: [SyntheticBackend()],
            clock: clock
        ) { event in
            if case .warning(let warning) = event { warnings.withLock { $0.append(warning.code) } }
        }
        #expect(warnings.withLock { $0 } == ["no_application_audio", "no_microphone"])
        #expect(pipeline.recordedSounds.isEmpty)
        pipeline.close()
    }

    @Test("A film that was abandoned leaves the road free for the next one, which has its own times and counts")
    func abandoned() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
        let pipeline = try makePipeline(configuration)
        try pipeline.arm()
        clock.advance(by: .milliseconds(120), inStepsOf: .milliseconds(5), whenWaiting: 2)
        pipeline.begin(at: clock.now)
        clock.advance(by: .milliseconds(500), inStepsOf: .milliseconds(5), whenWaiting: 4)
        pipeline.abandon()
        let film = ConditionLock(Film())
        pipeline.outputs.add { output in film.withLock { $0.take(output) } }
        let start = clock.now
        pipeline.begin(at: start)
        let hasEnded = ConditionLock(false)
        let finishing = try WorkerThread(name: "finish") {
            pipeline.finish(at: start + .seconds(1))
            hasEnded.withLock { $0 = true }
        }
        while !hasEnded.withLock({ $0 }) {
            let unfinishedCount = 2 - film.withLock { $0.finished.count }
            if clock.waiterCount >= 2 + unfinishedCount { clock.advance(by: .milliseconds(5)) }
        }
        finishing.join()
        #expect(film.withLock { $0.pictures.first?.time } == start)
        #expect(film.withLock { $0.sounds[.audioApp]?.first?.time } == start)
        #expect(film.withLock { $0.sounds[.audioApp]?.reduce(0) { $0 + $1.sampleCount } } == 48_000)
        #expect(pipeline.statistics.frames == film.withLock { $0.pictures.count })
        #expect(pipeline.statistics.samplesFilled == 0)
        pipeline.close()
    }

    @Test("A pipeline that is closed, armed or not, leaves no thread behind")
    func cancels() throws {
        let configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none
        )
        // A thread that is not joined traps when its owner goes.
        try makePipeline(configuration).close()
        let armed = try makePipeline(configuration)
        try armed.arm()
        armed.close()
        let begun = try makePipeline(configuration)
        try begun.arm()
        begun.begin(at: clock.now)
        begun.close()
    }

    /// The cosine, without importing a mathematics library for one number.
    private func cosine(ofDegrees degrees: Float) -> Float {
        let x = degrees * .pi / 180
        return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720
    }
}
