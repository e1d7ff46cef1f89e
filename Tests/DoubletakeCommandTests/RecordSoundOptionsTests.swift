import Doubletake
import DoubletakeComposition
import Testing

@testable import DoubletakeCommand

@Suite struct RecordSoundOptionsTests {
    @Test("Without a word sound is as loud and as late as it is, and a microphone's channels are looked after")
    func defaults() throws {
        let configuration = try RecordOptions([]).configuration
        #expect(configuration.applicationGain == 0 && configuration.microphoneGain == 0)
        #expect(configuration.microphoneChannels == .auto && configuration.audioOffset == .zero)
    }

    @Test("Gains are in decibels, and the offset in milliseconds, either way")
    func values() throws {
        let configuration = try RecordOptions([
            "--app-gain", "-6.5", "--mic-gain", "12", "--mic-channels", "mix", "--audio-offset", "-250",
        ]).configuration
        #expect(configuration.applicationGain == -6.5 && configuration.microphoneGain == 12)
        #expect(configuration.microphoneChannels == .mix && configuration.audioOffset == .milliseconds(-250))
    }

    @Test(
        "What is none is refused with what there is",
        arguments: [
            ("--app-gain", "loud", "it must be decibels from -60 to 40, such as -6"),
            ("--mic-gain", "41", "it must be decibels from -60 to 40, such as -6"),
            ("--mic-gain", "nan", "it must be decibels from -60 to 40, such as -6"),
            ("--mic-channels", "both", "it must be auto, mix, left, right, stereo"),
            ("--audio-offset", "6000", "it must be milliseconds from -5000 to 5000"),
            ("--audio-offset", "1.5", "it must be milliseconds from -5000 to 5000"),
        ]
    )
    func refused(option: String, value: String, reason: String) {
        let error = #expect(throws: UsageError.self) { try RecordOptions([option, value]) }
        #expect(error?.reason == reason)
    }
}
