import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PulseAudioPlacementTests {
    /// On an idle machine a sink's sound is placed within 0.05 ms and the test's microphone within 2 ms; the bound is what
    /// an `AudioTrack` doesn't hear.
    private static let bound = Duration.milliseconds(20)

    @Test(
        "A beep is recorded at the instant at which it was heard",
        arguments: [
            ("speakers", "speakers", CaptureDevice.Kind.applicationAudio),
            ("voice", "microphone", .microphone),
        ],
        PrivateSoundServer.Kind.allCases
    )
    func beeps(device: (sink: String, id: String, kind: CaptureDevice.Kind), server: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(server, microphone: .hearsVoice)
        try scene.play(on: device.sink) { playback in
            try scene.record(device.id, device.kind) { collector in
                let heard = try scene.beep(4, playback, into: collector)
                let errors = heard.map { collector.distanceOfOnset(from: $0) }
                #expect(errors.allSatisfy { $0 < Self.bound }, "\(errors)")
            }
        }
    }

    @Test(
        "A device keeps its rate and its channels, and a tone its pitch and its length",
        arguments: [(8_000, 1), (24_000, 1), (44_100, 2), (192_000, 2), (48_000, 32)]
    )
    func rates(sampleRate: Int, channelCount: Int) throws {
        let sink = PrivateSoundServer.Sink("speakers", sampleRate: sampleRate, channelCount: channelCount)
        let scene = try SoundScene(sinks: [sink])
        try scene.play(sampleRate: sampleRate) { playback in
            try scene.record { collector in
                let first = playback.play(scene.tone(of: .milliseconds(250), sampleRate: sampleRate))
                let deadline = scene.clock.now + SoundCollector.patience
                let heard = try #require(try playback.awaitInstant(ofSample: first, until: deadline))
                try collector.awaitSound(at: heard + .milliseconds(500))
                let buffers = collector.buffers
                let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
                #expect(buffers.allSatisfy { $0.format == format })
                let samples = buffers.flatMap { buffer in
                    stride(from: 0, to: buffer.samples.count, by: channelCount).map { buffer.samples[$0] }
                }
                let loud = samples.indices.filter { abs(samples[$0]) > 0.02 }
                let part = samples[try #require(loud.first)...(try #require(loud.last))]
                #expect(abs(format.duration(ofSamples: part.count) - .milliseconds(250)) < .milliseconds(2))
                // 110 periods have 220 changes of sign.
                let changes = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
                #expect((218...221).contains(changes))
            }
        }
    }

    @Test(
        "A device that was chosen stays the one that is recorded when the default changes",
        arguments: PrivateSoundServer.Kind.allCases)
    func pinned(kind: PrivateSoundServer.Kind) throws {
        let sinks = [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")]
        let scene = try SoundScene(kind, sinks: sinks)
        try scene.record { collector in
            _ = try scene.server.control("set-default-sink", "headphones")
            try scene.play(on: "headphones") { playback in _ = try scene.beep(1, playback, into: collector) }
            #expect(collector.onsets() == [])
            try scene.play { playback in _ = try scene.beep(1, playback, into: collector) }
            #expect(collector.onsets() != [])
        }
    }
}
