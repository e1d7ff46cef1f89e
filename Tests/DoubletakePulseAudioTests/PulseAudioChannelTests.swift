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
        // Said for both, since each server has other usual places from three channels on.
        arguments: [
            "front-left,front-right",
            "front-left,front-right,rear-left,rear-right,front-center,lfe",
            "front-left,front-right,rear-left,rear-right,front-center,lfe,side-left,side-right",
        ],
        PrivateSoundServer.Kind.allCases
    )
    func order(places: String, kind: PrivateSoundServer.Kind) throws {
        let channelCount = places.split(separator: ",").count
        let sink = PrivateSoundServer.Sink("speakers", channelCount: channelCount, channelMap: places)
        let scene = try SoundScene(kind, sinks: [sink])
        let playback = try PulseAudioPlayback(
            server: scene.server.server,
            sink: "speakers",
            format: AudioFormat(sampleRate: 48_000, channelCount: channelCount),
            channelMap: places,
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
            let firstHeard = collector.buffers.first(where: isHeard)
            let first = try #require(firstHeard)
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
