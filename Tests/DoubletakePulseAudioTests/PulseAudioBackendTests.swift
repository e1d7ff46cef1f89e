import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PulseAudioBackendTests {
    @Test("Sinks are the applications' sound, and sources the microphones", arguments: PrivateSoundServer.Kind.allCases)
    func lists(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(
            kind,
            sinks: [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")],
            microphone: .hearsVoice
        )
        let sinks = try scene.backend.devices(of: .applicationAudio)
        #expect(sinks.map(\.id) == ["speakers", "headphones", "voice"])
        #expect(sinks.map(\.name) == ["speakers-of-the-test", "headphones-of-the-test", "voice-of-the-test"])
        #expect(sinks.allSatisfy { $0.kind == .applicationAudio })
        let sources = try scene.backend.devices(of: .microphone)
        #expect(
            sources == [CaptureDevice(id: "microphone", name: "microphone-of-the-test", kind: .microphone)]
        )
        #expect(try scene.backend.defaultDevice(of: .applicationAudio) == sinks[0])
        #expect(try scene.backend.defaultDevice(of: .microphone) == sources[0])
        _ = try scene.server.control("set-default-sink", "headphones")
        #expect(try scene.backend.defaultDevice(of: .applicationAudio) == sinks[1])
    }

    @Test(
        "A default source that only hears a sink is no microphone, unless somebody names it",
        arguments: PrivateSoundServer.Kind.allCases)
    func monitor(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        #expect(try scene.server.control("get-default-source") == "speakers.monitor\n")
        #expect(try scene.backend.devices(of: .microphone) == [])
        #expect(try scene.backend.defaultDevice(of: .microphone) == nil)
        let named = try #require(try scene.backend.device(named: "speakers.monitor", kind: .microphone))
        #expect(named.id == "speakers.monitor")
        try scene.record(named.id, .microphone) { collector in
            try scene.play { playback in
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(20))
            }
        }
    }

    @Test("A device is found by its id and by its name", arguments: PrivateSoundServer.Kind.allCases)
    func names(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, microphone: .hearsVoice)
        let backend = scene.backend
        #expect(try backend.device(named: "speakers", kind: .applicationAudio)?.id == "speakers")
        #expect(try backend.device(named: "speakers-of-the-test", kind: .applicationAudio)?.id == "speakers")
        #expect(try backend.device(named: "microphone-of-the-test", kind: .microphone)?.id == "microphone")
        #expect(try backend.device(named: "speakers", kind: .microphone) == nil)
    }

    @Test("A server without a device has no default", arguments: PrivateSoundServer.Kind.allCases)
    func nothing(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, sinks: [])
        #expect(try scene.backend.devices(of: .applicationAudio) == [])
        #expect(try scene.backend.defaultDevice(of: .applicationAudio) == nil)
        #expect(try scene.backend.defaultDevice(of: .microphone) == nil)
    }

    @Test(
        "A device that isn't there can't be opened, and those that are there are named",
        arguments: PrivateSoundServer.Kind.allCases)
    func missing(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, microphone: .hearsVoice)
        #expect(throws: CaptureError.noSuchDevice(name: "drum", kind: .microphone, available: ["microphone"])) {
            try scene.open("drum", .microphone)
        }
        let sinks = ["speakers", "voice"]
        #expect(throws: CaptureError.noSuchDevice(name: "drum", kind: .applicationAudio, available: sinks)) {
            try scene.open("drum")
        }
    }

    @Test("Pictures are not asked of a sound server", arguments: [CaptureDevice.Kind.monitor, .screen, .camera])
    func pictures(kind: CaptureDevice.Kind) throws {
        let backend = PulseAudioBackend(server: "unix:/nowhere")
        #expect(try backend.devices(of: kind) == [])
        #expect(try backend.defaultDevice(of: kind) == nil)
        #expect(try backend.device(named: "speakers", kind: kind) == nil)
        let device = CaptureDevice(id: "speakers", name: "speakers", kind: kind)
        #expect(throws: CaptureError.noSuchDevice(name: "speakers", kind: kind, available: [])) {
            try backend.openAudio(device, clock: MonotonicClock())
        }
    }

    @Test("Where no server is, libpulse's words and what to do are said")
    func noServer() throws {
        let folder = try TemporaryFolder()
        let server = "unix:\(folder.file("native"))"
        let backend = PulseAudioBackend(server: server)
        let expected = CaptureError.unavailable(
            device: server,
            reason: "Connection refused",
            help: "Start PulseAudio or PipeWire, or record with --no-sound."
        )
        #expect(throws: expected) { try backend.devices(of: .applicationAudio) }
        #expect(throws: expected) { try backend.defaultDevice(of: .microphone) }
        #expect(throws: expected) { try backend.device(named: "speakers", kind: .applicationAudio) }
        let device = CaptureDevice(id: "speakers", name: "speakers", kind: .applicationAudio)
        #expect(throws: expected) { try backend.openAudio(device, clock: MonotonicClock()) }
    }

    @Test("A server that hangs is an error, and holds nobody up", arguments: PrivateSoundServer.Kind.allCases)
    func hanging(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        scene.server.freeze()
        defer { scene.server.thaw() }
        let expected = CaptureError.unavailable(
            device: scene.server.server,
            reason: "it has not answered within 2 s",
            help: "Restart PulseAudio or PipeWire, or record with --no-sound."
        )
        #expect(throws: expected) { try scene.backend.devices(of: .applicationAudio) }
    }
}
