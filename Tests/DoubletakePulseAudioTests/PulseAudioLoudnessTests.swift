import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

/// Somebody makes a device quiet with a mixer.
@Suite(.timeLimit(.minutes(10)))
struct PulseAudioLoudnessTests {
    @Test(
        "A microphone that is muted, or nearly so, is told of at the start and when it happens, and once",
        arguments: PrivateSoundServer.Kind.allCases
    )
    func microphone(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, microphone: .hearsVoice)
        _ = try scene.server.control("set-source-mute", "microphone", "1")
        try scene.record("microphone", .microphone) { collector in
            #expect(try collector.awaitHappenings(1) == ["muted"])
            _ = try scene.server.control("set-source-volume", "microphone", "12%")
            _ = try scene.server.control("set-source-mute", "microphone", "0")
            #expect(try collector.awaitHappenings(2) == ["muted", "volume is 12 %"])
            _ = try scene.server.control("set-source-mute", "microphone", "1")
            #expect(try collector.awaitHappenings(3).last == "muted")
        }
    }

    @Test("So is the default sink", arguments: PrivateSoundServer.Kind.allCases)
    func sink(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.record(from: try scene.openDefault()) { collector in
            _ = try scene.server.control("set-sink-volume", "speakers", "5%")
            #expect(try collector.awaitHappenings(1) == ["volume is 5 %"])
            _ = try scene.server.control("set-sink-mute", "speakers", "1")
            #expect(try collector.awaitHappenings(2) == ["volume is 5 %", "muted"])
        }
    }
}
