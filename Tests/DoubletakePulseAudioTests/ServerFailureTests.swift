import DoubletakeCapture
import Testing

@testable import DoubletakePulseAudio

struct ServerFailureTests {
    private struct Row: CustomTestStringConvertible {
        let error: CaptureError
        let subject: String
        let reason: String
        let help: String

        var testDescription: String { "\(error)" }
    }

    private static let refused = ServerFailure.notConnected(code: 6)
    private static let microphone = CaptureDevice(id: "usb", name: "USB microphone", kind: .microphone)
    private static let sink = CaptureDevice(id: "speakers", name: "Loudspeakers", kind: .applicationAudio)

    private static let rows = [
        Row(
            error: refused.unavailable(server: nil),
            subject: "sound server",
            reason: "Connection refused",
            help: "Start PulseAudio or PipeWire, or record with --no-sound."
        ),
        Row(
            error: refused.unavailable(server: "tcp:studio"),
            subject: "tcp:studio",
            reason: "Connection refused",
            help: "Start PulseAudio or PipeWire, or record with --no-sound."
        ),
        Row(
            error: ServerFailure.notConnected(code: 1).unavailable(server: nil),
            subject: "sound server",
            reason: "Access denied",
            help: "Record as the person who uses the desktop, or with --no-sound."
        ),
        Row(
            error: ServerFailure.noAnswer(.seconds(2)).unavailable(server: nil),
            subject: "sound server",
            reason: "it has not answered within 2 s",
            help: "Restart PulseAudio or PipeWire, or record with --no-sound."
        ),
        Row(
            error: ServerFailure.noSuchEntity.unavailable(device: microphone, server: nil),
            subject: "usb",
            reason: "the sound server doesn't open it: No such entity",
            help: "Choose another microphone, or record with --no-sound."
        ),
        Row(
            error: ServerFailure.noSuchEntity.unavailable(device: sink, server: nil),
            subject: "speakers",
            reason: "the sound server doesn't open it: No such entity",
            help: "Choose another source of the applications' sound, or record with --no-sound."
        ),
        Row(
            error: refused.unavailable(device: microphone, server: nil),
            subject: "sound server",
            reason: "Connection refused",
            help: "Start PulseAudio or PipeWire, or record with --no-sound."
        ),
        Row(
            error: ServerFailure.notConnected(code: 11).lost(device: microphone),
            subject: "usb",
            reason: "the sound server is gone: Connection terminated",
            help: "Start PulseAudio or PipeWire again, and then a new recording."
        ),
        Row(
            error: ServerFailure.killed.lost(device: sink),
            subject: "speakers",
            reason: "the sound server has taken it away: Entity killed",
            help: "Connect it again, and start a new recording."
        ),
        Row(
            error: ServerFailure.refused(code: 1_000).lost(device: sink),
            subject: "speakers",
            reason: "the sound server has taken it away: error 1000",
            help: "Connect it again, and start a new recording."
        ),
    ]

    @Test("Each message is what a person can act on", arguments: rows)
    private func message(row: Row) {
        #expect(row.error.subject == row.subject)
        #expect(row.error.reason == row.reason)
        #expect(row.error.help == row.help)
    }
}
