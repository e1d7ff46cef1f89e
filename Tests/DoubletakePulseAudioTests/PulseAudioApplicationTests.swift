import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Glibc
import Testing

/// Two applications play on one sink, and only what was asked for is recorded.
@Suite(.timeLimit(.minutes(10)))
struct PulseAudioApplicationTests {
    /// 60 dB below the tones.
    private static let silence: Float = 0.0005

    private func loudest(_ collector: SoundCollector) -> Float {
        collector.buffers.flatMap(\.samples).map(abs).max() ?? 0
    }

    /// Plays a tone that should not be recorded, and waits until it has been heard.
    private func playUnheard(_ scene: SoundScene, _ playback: PulseAudioPlayback, _ collector: SoundCollector) throws {
        let first = playback.play(scene.tone(of: .milliseconds(300), sampleRate: 48_000))
        _ = try playback.awaitInstant(ofSample: first + 14_000, until: scene.clock.now + SoundCollector.patience)
    }

    @Test(
        "One application is recorded alone, in its place",
        arguments: ["app:one", "not-app:TWO"],
        PrivateSoundServer.Kind.allCases
    )
    func alone(id: String, kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.play(named: "One") { one in
            try scene.play(named: "Two") { two in
                try scene.record(id) { collector in
                    try playUnheard(scene, two, collector)
                    #expect(loudest(collector) < Self.silence)
                    let heard = try scene.beep(2, one, into: collector)
                    let errors = heard.map { collector.distanceOfOnset(from: $0) }
                    #expect(errors.allSatisfy { $0 < .milliseconds(25) }, "\(errors)")
                    #expect(collector.happenings.isEmpty && collector.isInOrder)
                }
            }
        }
    }

    @Test("Several streams of one application are added up", arguments: PrivateSoundServer.Kind.allCases)
    func several(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.play(named: "One") { first in
            try scene.play(named: "One") { second in
                try scene.record("app:One") { collector in
                    let heard = try scene.beep(1, first, into: collector) + scene.beep(1, second, into: collector)
                    let errors = heard.map { collector.distanceOfOnset(from: $0) }
                    #expect(errors.allSatisfy { $0 < .milliseconds(25) }, "\(errors)")
                    #expect(collector.isInOrder)
                }
            }
        }
    }

    @Test(
        "An application that doesn't play yet is waited for, with a word about what does, and again when it has stopped",
        arguments: PrivateSoundServer.Kind.allCases)
    func comesAndGoes(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.play(named: "Two") { _ in
            let collector = SoundCollector()
            let source = try scene.open("app:One")
            try source.start(collector.output)
            defer { source.stop() }
            #expect(try collector.awaitHappenings(1) == ["nothing plays but [\"Two\"]"])
            #expect(collector.bufferCount(within: .milliseconds(200)) == 0)
            for _ in 0..<2 {
                try scene.play(named: "One") { one in
                    let heard = try scene.beep(1, one, into: collector)[0]
                    #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
                }
            }
            #expect(collector.happenings.count == 1 && collector.isInOrder)
        }
    }

    @Test("A stream that is moved to another sink is still recorded", arguments: PrivateSoundServer.Kind.allCases)
    func moved(kind: PrivateSoundServer.Kind) throws {
        let sinks = [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")]
        let scene = try SoundScene(kind, sinks: sinks)
        let folder = try TemporaryFolder()
        let samples = scene.tone(of: .seconds(60), sampleRate: 48_000)
        let bytes = samples.flatMap { sample in
            (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) }
        }
        let path = try folder.write(bytes, to: "tone.raw")
        let words = [
            "paplay", "--raw", "--format=float32le", "--rate=48000", "--channels=1", "--client-name=One", path,
        ]
        let player = try ChildProcess(words, scene.server.environment)
        defer { player.end(by: SIGTERM) }
        var inputs = ""
        while inputs.isEmpty { inputs = try scene.server.control("list", "short", "sink-inputs") }
        try scene.record("app:One") { collector in
            let number = String(try #require(inputs.split(separator: "\t").first))
            _ = try scene.server.control("move-sink-input", number, "headphones")
            let moved = scene.clock.now
            try collector.awaitSound(at: moved + .seconds(1))
            let late = collector.buffers.filter { $0.endTime > moved + .milliseconds(500) }
            #expect(late.flatMap(\.samples).map(abs).max() ?? 0 > 0.4)
            #expect(collector.happenings.isEmpty && collector.isInOrder)
        }
    }

    @Test(
        "A server that begins again is told of, and the application is recorded again",
        arguments: PrivateSoundServer.Kind.allCases)
    func restarted(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        let source = try scene.open("app:One")
        let collector = SoundCollector()
        try source.start(collector.output)
        defer { source.stop() }
        #expect(try collector.awaitHappenings(1) == ["nothing plays but []"])
        scene.server.stop()
        _ = try collector.awaitHappenings(2)
        try scene.server.restart()
        _ = try collector.awaitHappenings(3)
        try scene.play(named: "One") { one in
            let heard = try scene.beep(1, one, into: collector)[0]
            #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
        }
        #expect(collector.happenings.map { $0.prefix(8) }.prefix(3) == ["nothing ", "server l", "server b"])
    }
}
