import DoubletakeComposition
import DoubletakeMedia
import Testing

struct SoundConversionErrorTests {
    private static let mono = AudioFormat(sampleRate: 16_000, channelCount: 1)
    private static let stereo = AudioFormat(sampleRate: 44_100, channelCount: 2)

    @Test("Each error says which sound it is about, what happened and what to do")
    func words() {
        let rows: [(SoundConversionError, String, String, String)] = [
            (
                .unsupported(input: Self.mono, sampleRate: 48_000, reason: "Invalid argument"),
                "sound at 16000 Hz (1 channel)",
                "can't be converted to 48000 Hz: Invalid argument",
                "Set the device to another sample rate, such as 48000 Hz."
            ),
            (
                .failed(input: Self.stereo, sampleRate: 48_000, reason: "Cannot allocate memory"),
                "sound at 44100 Hz (2 channels)",
                "the conversion to 48000 Hz failed: Cannot allocate memory",
                "Record the sounds as separate tracks, or set their devices to the same sample rate."
            ),
        ]
        for (error, subject, reason, help) in rows {
            #expect(error.subject == subject)
            #expect(error.reason == reason)
            #expect(error.help == help)
        }
    }
}
