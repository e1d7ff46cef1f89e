import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

/// Channels arrive in the order in which they are heard.
@Suite(.timeLimit(.minutes(10)))
struct PulseAudioChannelTests {
    @Test(
        "Each channel of a sink is recorded in its own place",
        // PipeWire gives what plays with more channels other places than its own sink has.
        arguments: [
            (2, PrivateSoundServer.Kind.pulseAudio), (6, .pulseAudio), (8, .pulseAudio), (2, .pipeWire),
        ]
    )
    func order(channelCount: Int, kind: PrivateSoundServer.Kind) throws {
        let sink = PrivateSoundServer.Sink("speakers", channelCount: channelCount)
        let scene = try SoundScene(kind, sinks: [sink])
        let playback = try PulseAudioPlayback(
            server: scene.server.server,
            sink: "speakers",
            format: AudioFormat(sampleRate: 48_000, channelCount: channelCount),
            latency: .milliseconds(200),
            clock: scene.clock
        )
        defer { playback.stop() }
        // Each channel is louder than the one before by the same step.
        let tone = scene.tone(of: .seconds(20), sampleRate: 48_000)
        let step = 1 / Float(channelCount)
        _ = playback.play(tone.flatMap { value in (1...channelCount).map { value * step * Float($0) } })
        try scene.record { collector in
            let isHeard = { (buffer: AudioBuffer) in buffer.samples.contains { abs($0) > 0.4 } }
            let deadline = scene.clock.now + SoundCollector.patience
            while !collector.buffers.contains(where: isHeard), scene.clock.now < deadline {
                try collector.awaitSound(at: scene.clock.now)
            }
            let first = try #require(collector.buffers.first(where: isHeard))
            try collector.awaitSound(at: first.endTime + .milliseconds(300))
            let samples = collector.buffers.filter { $0.time > first.endTime }.flatMap(\.samples)
            let peaks = (0..<channelCount).map { channel in
                stride(from: channel, to: samples.count, by: channelCount).map { abs(samples[$0]) }.max() ?? 0
            }
            for channel in 0..<channelCount {
                #expect(abs(peaks[channel] - 0.5 * step * Float(channel + 1)) < 0.01, "\(peaks)")
            }
        }
    }
}
