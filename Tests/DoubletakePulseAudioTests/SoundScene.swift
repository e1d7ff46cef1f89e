import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Glibc
import Testing

/// A sound server of a test's own, and what a test does with it.
struct SoundScene {
    let server: PrivateSoundServer
    let backend: PulseAudioBackend
    let clock = MonotonicClock()

    init(
        _ kind: PrivateSoundServer.Kind = .pulseAudio,
        sinks: [PrivateSoundServer.Sink] = [PrivateSoundServer.Sink("speakers")],
        microphone: PrivateSoundServer.Microphone = .absent,
        beginning: PrivateSoundServer.Beginning = .now
    ) throws {
        server = try PrivateSoundServer(kind, sinks: sinks, microphone: microphone, beginning: beginning)
        backend = PulseAudioBackend(server: server.server)
    }

    /// Opens the default device of that kind, and follows it.
    func openDefault(_ kind: CaptureDevice.Kind = .applicationAudio) throws -> any AudioSource {
        try #require(try backend.openDefaultAudio(kind, clock: clock))
    }

    /// Opens the device of that id.
    func open(_ id: String, _ kind: CaptureDevice.Kind = .applicationAudio) throws -> any AudioSource {
        try backend.openAudio(CaptureDevice(id: id, name: id, kind: kind), clock: clock)
    }

    /// Does something with a source that delivers.
    func record<Answer>(
        _ id: String = "speakers",
        _ kind: CaptureDevice.Kind = .applicationAudio,
        _ body: (SoundCollector) throws -> Answer
    ) throws -> Answer {
        try record(from: try open(id, kind), body)
    }

    /// Does something with a source that delivers.
    func record<Answer>(from source: any AudioSource, _ body: (SoundCollector) throws -> Answer) throws -> Answer {
        let collector = SoundCollector()
        try source.start(collector.output)
        defer { source.stop() }
        _ = try collector.awaitFirst()
        return try body(collector)
    }

    /// Does something with a playback that is being heard.
    func play<Answer>(
        on sink: String = "speakers",
        named name: String = "Player",
        sampleRate: Int = 48_000,
        _ body: (PulseAudioPlayback) throws -> Answer
    ) throws -> Answer {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
        // So long that even a very busy machine makes no holes.
        let playback = try PulseAudioPlayback(
            server: server.server,
            named: name,
            sink: sink,
            format: format,
            latency: .milliseconds(200),
            clock: clock
        )
        defer { playback.stop() }
        for _ in 0..<50 where try playback.awaitInstant(ofSample: playback.play([0]), until: deadline) != nil {
            return try body(playback)
        }
        throw NeverHeard()
    }

    private var deadline: MediaTime {
        clock.now + SoundCollector.patience
    }

    /// Plays beeps of 20 ms, waits until they have been recorded, and says when they were heard.
    ///
    /// One during which the machine was so busy that nobody knows when it was heard is left out; one is known at least.
    func beep(_ count: Int = 1, _ playback: PulseAudioPlayback, into collector: SoundCollector) throws -> [MediaTime] {
        let rate = playback.format.sampleRate
        let sound = tone(of: .milliseconds(20), sampleRate: rate) + [Float](repeating: 0, count: rate / 10)
        for _ in 0..<5 {
            let firsts = (0..<count).map { _ in playback.play(sound) }
            let heard = try firsts.compactMap { first in
                try playback.awaitInstant(ofSample: first, until: deadline)
            }
            if let last = heard.last {
                try collector.awaitSound(at: last + .milliseconds(100))
                return heard
            }
        }
        throw NeverHeard()
    }

    /// Whether beeps are recorded where they were heard, at once or soon.
    ///
    /// On a machine that is too busy all of a server's first answers are late, until later ones are believed.
    func isInPlace(
        within bound: Duration,
        _ playback: PulseAudioPlayback,
        into collector: SoundCollector
    ) throws -> Bool {
        try (0..<60).contains { _ in
            collector.distanceOfOnset(from: try beep(1, playback, into: collector)[0]) < bound
        }
    }

    /// The number of the module that made a sink.
    func module(_ sink: String) throws -> String {
        let lines = try server.control("list", "short", "modules").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("sink_name=\(sink)") })
        return String(try #require(line.split(separator: "\t").first))
    }

    /// Moves the one recording that there is to another source, as a person would with a mixer.
    func moveRecording(to source: String) throws {
        let sources = try server.control("list", "short", "sources").split(separator: "\n")
        let wanted = try #require(sources.first { $0.contains("\t\(source)\t") }).prefix { $0.isNumber }
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(20)
        let pace = ConditionLock(())
        while clock.now < deadline {
            let list = try server.control("list", "source-outputs").split(separator: "Source Output #")
            // The microphone of the test is one too.
            let recording = try #require(list.first { $0.contains("application.name = \"Doubletake\"") })
            if recording.contains("Source: \(wanted)\n") { return }
            _ = try server.control("move-source-output", String(recording.prefix { $0.isNumber }), source)
            // PipeWire's session manager forgets what it is asked just after it has connected a stream.
            _ = pace.wait(until: clock.now + .milliseconds(100), on: clock) { _ in Bool?.none }
        }
        Issue.record("the recording was not moved to \(source)")
    }

    /// The machine is too busy for a beep.
    struct NeverHeard: Error {}

    /// 440 Hz, loud from the first sample on.
    func tone(of duration: Duration, sampleRate: Int) -> [Float] {
        let count = Int(duration.inSeconds * Double(sampleRate))
        return (0..<count).map { Float(0.5 * cos(2 * .pi * 440 * Double($0) / Double(sampleRate))) }
    }
}
