import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakePulseAudio

/// Which microphone is recorded when nobody has named one.
@Suite(.timeLimit(.minutes(10)))
struct MicrophoneChoiceTests {
    private typealias Candidate = MicrophoneChoice.Candidate

    private static func link(_ use: BluetoothLink.Use, _ address: String? = "AA:01") -> BluetoothLink {
        BluetoothLink(address: address, use: use)
    }

    private static let builtIn = Candidate(name: "built-in")
    private static let monitor = Candidate(name: "speakers.monitor", isMonitor: true)
    private static let speakers = Candidate(name: "speakers")

    private func choose(_ headset: BluetoothLink, _ sink: BluetoothLink?, _ more: [Candidate]) -> MicrophoneChoice {
        MicrophoneChoice(
            default: "headset",
            sources: [Self.monitor, Candidate(name: "headset", link: headset)] + more,
            sinks: [Self.speakers] + (sink.map { [Candidate(name: "ears", link: $0)] } ?? [])
        )
    }

    @Test("The default source is taken, unless it is a sink's monitor or there is none")
    func usual() {
        let sources = [Self.monitor, Self.builtIn]
        let chosen = MicrophoneChoice(default: "built-in", sources: sources, sinks: [])
        #expect(chosen.name == "built-in" && chosen.passedOver == nil)
        for name in ["speakers.monitor", "nothing", nil] {
            let none = MicrophoneChoice(default: name, sources: sources, sinks: [])
            #expect(none.name == nil && none.passedOver == nil)
        }
    }

    @Test("A headset that plays music is passed over for a microphone with a cable, or else for none")
    func music() {
        for use in [BluetoothLink.Use.music, .unknown] {
            let chosen = choose(Self.link(use), Self.link(.music), [Self.builtIn])
            #expect(chosen.name == "built-in" && chosen.passedOver == "headset")
            // Nobody says what it plays.
            let unknown = choose(Self.link(use, nil), nil, [Self.builtIn])
            #expect(unknown.name == "built-in" && unknown.passedOver == "headset")
            let alone = choose(Self.link(use), Self.link(.music), [])
            #expect(alone.name == nil && alone.passedOver == "headset")
        }
    }

    @Test("A headset in a call is taken, since nothing changes; so is one beside which another one plays music")
    func call() {
        #expect(choose(Self.link(.call), Self.link(.call), [Self.builtIn]).name == "headset")
        #expect(choose(Self.link(.unknown), Self.link(.call), [Self.builtIn]).name == "headset")
        #expect(choose(Self.link(.call), Self.link(.music, "BB:02"), [Self.builtIn]).name == "headset")
        #expect(choose(Self.link(.playing), nil, [Self.builtIn]).name == "headset")
    }

    @Test("The next best is one with a cable before another headset, which must not play music either")
    func nextBest() {
        let calling = Candidate(name: "other", link: Self.link(.call, "BB:02"))
        let playing = Candidate(name: "third", link: Self.link(.music, "CC:03"))
        #expect(choose(Self.link(.music), nil, [calling, Self.builtIn]).name == "built-in")
        #expect(choose(Self.link(.music), nil, [playing, calling]).name == "other")
        #expect(choose(Self.link(.music), nil, [playing]).name == nil)
    }

    @Test("The properties of both servers are understood")
    func properties() {
        let pulse = ["device.bus": "bluetooth", "device.string": "AA:01", "bluetooth.protocol": "a2dp_sink"]
        #expect(BluetoothLink(pulse) == Self.link(.music))
        let call = ["device.api": "bluez", "device.string": "AA:01", "bluetooth.protocol": "handsfree_head_unit"]
        #expect(BluetoothLink(call) == Self.link(.call))
        let pipe = ["api.bluez5.address": "AA:01", "device.api": "bluez5", "api.bluez5.profile": "headset-head-unit"]
        #expect(BluetoothLink(pipe) == Self.link(.call))
        let telephone = ["api.bluez5.address": "AA:01", "api.bluez5.profile": "a2dp-source"]
        #expect(BluetoothLink(telephone) == Self.link(.playing))
        #expect(BluetoothLink(["device.bus": "bluetooth"]) == Self.link(.unknown, nil))
        #expect(BluetoothLink(["device.bus": "usb", "device.string": "hw:1"]) == nil)
    }

    /// Gives a private server a headset's sink and source, with the properties that a real one has.
    private func connectHeadset(_ scene: SoundScene, _ profile: String) throws {
        let properties =
            "device.description=Headset device.bus=bluetooth device.string=AA:01 bluetooth.protocol=\(profile)"
        _ = try scene.server.control(
            "load-module", "module-null-sink", "sink_name=ears", "sink_properties='\(properties)'")
        _ = try scene.server.control(
            "load-module", "module-remap-source", "source_name=headset", "master=ears.monitor",
            "source_properties='\(properties)'")
        _ = try scene.server.control("set-default-source", "headset")
        while try scene.server.control("get-default-source") != "headset\n" {}
    }

    @Test("On a server the default headset that plays music isn't recorded unless it is named, and that is told")
    func server() throws {
        let scene = try SoundScene(microphone: .hearsVoice)
        try connectHeadset(scene, "a2dp_sink")
        #expect(try scene.backend.defaultDevice(of: .microphone)?.id == "microphone")
        let source = try scene.openDefault(.microphone)
        #expect(source.device.id == "microphone")
        let collector = SoundCollector()
        try source.start(collector.output)
        defer { source.stop() }
        #expect(try collector.awaitHappenings(1) == ["headset passed over for microphone-of-the-test"])
        #expect(try scene.backend.device(named: "headset", kind: .microphone)?.id == "headset")
    }

    @Test("A headset that becomes the default in mid-recording is not switched to while it plays music")
    func comes() throws {
        let scene = try SoundScene(microphone: .hearsVoice)
        let source = try scene.openDefault(.microphone)
        try scene.record(from: source) { collector in
            try connectHeadset(scene, "a2dp_sink")
            _ = try collector.awaitHappenings(1)
            #expect(collector.happenings.allSatisfy { $0 == "headset passed over for microphone-of-the-test" })
            try scene.play(on: "voice") { playback in
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
            }
        }
    }

    @Test("A headset in a call is the default microphone as any other")
    func calling() throws {
        let scene = try SoundScene(microphone: .hearsVoice)
        try connectHeadset(scene, "headset_head_unit")
        #expect(try scene.backend.defaultDevice(of: .microphone)?.id == "headset")
    }
}
