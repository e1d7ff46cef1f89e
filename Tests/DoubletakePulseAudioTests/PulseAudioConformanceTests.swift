import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PulseAudioConformanceTests {
    @Test(
        "A source keeps the contract of the port",
        arguments: [("speakers", CaptureDevice.Kind.applicationAudio), ("microphone", .microphone)],
        PrivateSoundServer.Kind.allCases
    )
    func conformance(source: (id: String, kind: CaptureDevice.Kind), server: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(server, microphone: .hearsVoice)
        let conformance = AudioSourceConformance(
            clock: scene.clock,
            // A machine that hangs for a moment must not fail the test; another clock is off by more.
            latency: .seconds(10),
            // What a monitor delivers is on its way to the loudspeaker, and will be heard.
            stampError: .milliseconds(100),
            patience: SoundCollector.patience
        ) { try scene.open(source.id, source.kind) }
        #expect(try conformance.violations() == [])
    }

    @Test("A source that was opened and never started is let go")
    func unused() throws {
        let scene = try SoundScene()
        weak let source = try scene.open("speakers")
        #expect(source == nil)
        let other = try scene.open("speakers")
        other.stop()
        other.stop()
    }
}
