import DoubletakeCapture
import Testing

@testable import Doubletake

/// What is told when several sources of sound are interrupted.
struct SoundOutagesTests {
    private let speakers = CaptureDevice(id: "speakers", name: "Speakers", kind: .applicationAudio)
    private let microphone = CaptureDevice(id: "mic", name: "Blue Yeti", kind: .microphone)
    private let error = CaptureError.unavailable(device: "mic", reason: "it is gone", help: "Connect it.")

    @Test("A server that takes two sources with it is told of once, and is back when both are")
    func server() {
        var outages = SoundOutages()
        let events: [CaptureEvent] = [
            .interrupted(device: speakers, .server(error)), .interrupted(device: microphone, .server(error)),
            .resumed(device: microphone, after: .server(error)), .resumed(device: speakers, after: .server(error)),
        ]
        #expect(events.map { outages.take($0, at: .zero)?.code } == ["server_lost", nil, nil, "server_back"])
    }

    @Test("Devices are told of each by itself")
    func devices() {
        var outages = SoundOutages()
        let events: [CaptureEvent] = [
            .interrupted(device: speakers, .device(error)), .interrupted(device: microphone, .device(error)),
            .resumed(device: microphone, after: .device(error)),
            .moved(device: microphone, to: "headset", because: .defaultChanged),
        ]
        let codes = events.map { outages.take($0, at: .zero)?.code }
        #expect(codes == ["device_lost", "device_lost", "device_back", "default_moved"])
    }

    @Test("Whoever is interrupted is known to be silent, also when that goes on after it is back")
    func explains() {
        var outages = SoundOutages()
        let early = MediaTime(nanoseconds: -5)
        #expect(!outages.explains(silenceOf: speakers, since: early))
        _ = outages.take(.interrupted(device: speakers, .server(error)), at: .zero)
        #expect(outages.explains(silenceOf: speakers, since: early))
        #expect(!outages.explains(silenceOf: microphone, since: early))
        _ = outages.take(.interrupted(device: speakers, .device(error)), at: .zero)
        _ = outages.take(.resumed(device: speakers, after: .server(error)), at: .zero)
        #expect(outages.explains(silenceOf: speakers, since: .zero))
        _ = outages.take(.resumed(device: speakers, after: .device(error)), at: .zero)
        #expect(outages.explains(silenceOf: speakers, since: early))
        #expect(!outages.explains(silenceOf: speakers, since: .zero))
    }

    @Test("A device that is muted is known to be silent")
    func muted() {
        var outages = SoundOutages()
        let code = outages.take(.attenuated(device: microphone, .muted), at: .zero)?.code
        #expect(code == "sound_muted" && outages.explains(silenceOf: microphone, since: .zero))
        _ = outages.take(.attenuated(device: speakers, .volume(percent: 3)), at: .zero)
        #expect(!outages.explains(silenceOf: speakers, since: .zero))
    }
}
