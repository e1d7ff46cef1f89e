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
        sinks: [PrivateSoundServer.Sink] = [PrivateSoundServer.Sink("speakers")],
        microphone: PrivateSoundServer.Microphone = .absent
    ) throws {
        server = try PrivateSoundServer(sinks: sinks, microphone: microphone)
        backend = PulseAudioBackend(server: server.server)
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
        let source = try open(id, kind)
        let collector = SoundCollector()
        try source.start(collector.output)
        defer { source.stop() }
        _ = try collector.awaitFirst()
        return try body(collector)
    }

    /// Does something with a playback that is being heard.
    func play<Answer>(
        on sink: String = "speakers",
        sampleRate: Int = 48_000,
        _ body: (PulseAudioPlayback) throws -> Answer
    ) throws -> Answer {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
        // So long that even a very busy machine makes no holes.
        let playback = try PulseAudioPlayback(
            server: server.server,
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

    /// The machine is too busy for a beep.
    struct NeverHeard: Error {}

    /// 440 Hz, loud from the first sample on.
    func tone(of duration: Duration, sampleRate: Int) -> [Float] {
        let count = Int(duration.inSeconds * Double(sampleRate))
        return (0..<count).map { Float(0.5 * cos(2 * .pi * 440 * Double($0) / Double(sampleRate))) }
    }
}
