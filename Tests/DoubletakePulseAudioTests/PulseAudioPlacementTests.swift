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
        arguments: [(8_000, 1), (24_000, 1), (44_100, 2), (192_000, 2), (48_000, 32)],
        PrivateSoundServer.Kind.allCases
    )
    func rates(device: (sampleRate: Int, channelCount: Int), kind: PrivateSoundServer.Kind) throws {
        let (sampleRate, channelCount) = device
        let sink = PrivateSoundServer.Sink("speakers", sampleRate: sampleRate, channelCount: channelCount)
        let scene = try SoundScene(kind, sinks: [sink])
        try scene.play(sampleRate: sampleRate) { playback in
            try scene.record { collector in
                let tone = scene.tone(of: .milliseconds(250), sampleRate: sampleRate)
                let heard = try #require(try hear(tone, playback, scene))
                try collector.awaitSound(at: heard + .milliseconds(500))
                let buffers = collector.buffers
                let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
                #expect(buffers.allSatisfy { $0.format == format })
                let samples = buffers.filter { $0.endTime > heard - .milliseconds(50) }.flatMap { buffer in
                    stride(from: 0, to: buffer.samples.count, by: channelCount).map { buffer.samples[$0] }
                }
                let loud = samples.indices.filter { abs(samples[$0]) > 0.02 }
                let part = samples[try #require(loud.first)...(try #require(loud.last))]
                #expect(abs(format.duration(ofSamples: part.count) - .milliseconds(250)) < .milliseconds(2))
                // Not the edges, where a server that resamples lets it ring.
                let middle = part.dropFirst(sampleRate / 50).dropLast(sampleRate / 50)
                #expect(abs(Self.frequency(of: middle, sampleRate: sampleRate) - 440) < 0.44)
            }
        }
    }

    /// Plays a tone and some silence, and says when it was heard; nil when the machine is too busy for that again and again.
    private func hear(_ tone: [Float], _ playback: PulseAudioPlayback, _ scene: SoundScene) throws -> MediaTime? {
        let silence = [Float](repeating: 0, count: playback.format.sampleRate / 2)
        for _ in 0..<20 {
            let first = playback.play(tone + silence)
            let deadline = scene.clock.now + SoundCollector.patience
            if let heard = try playback.awaitInstant(ofSample: first, until: deadline) { return heard }
        }
        return nil
    }

    /// The frequency of a tone, by the places between samples at which it changes its sign.
    private static func frequency(of samples: ArraySlice<Float>, sampleRate: Int) -> Double {
        let places = samples.indices.dropFirst().compactMap { index -> Double? in
            let (before, after) = (samples[index - 1], samples[index])
            guard before < 0, after >= 0 else { return nil }
            return Double(index) - Double(after / (after - before))
        }
        guard let first = places.first, let last = places.last, last > first else { return 0 }
        return Double(places.count - 1) / (last - first) * Double(sampleRate)
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
