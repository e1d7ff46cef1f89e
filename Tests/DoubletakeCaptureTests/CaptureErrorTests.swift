import DoubletakeCapture
import DoubletakeMedia
import Glibc
import Testing

struct CaptureErrorTests {
    private struct Row: CustomTestStringConvertible {
        let error: CaptureError
        let subject: String
        let reason: String
        let help: String

        var testDescription: String { "\(error)" }
    }

    private static func missing(_ kind: CaptureDevice.Kind, _ available: [String] = []) -> CaptureError {
        .noSuchDevice(name: "left", kind: kind, available: available)
    }

    private static let rows = [
        Row(
            error: missing(.monitor, ["DP-1", "HDMI-1"]),
            subject: "left",
            reason: "there is no monitor of that name",
            help: "Choose one of: DP-1, HDMI-1."
        ),
        Row(
            error: missing(.monitor),
            subject: "left",
            reason: "there is no monitor of that name",
            help: "Connect a monitor; none was found."
        ),
        Row(
            error: missing(.camera),
            subject: "left",
            reason: "there is no camera of that name",
            help: "Connect a camera; none was found."
        ),
        Row(
            error: missing(.applicationAudio),
            subject: "left",
            reason: "there is no source of the applications' sound of that name",
            help: "Connect a source of the applications' sound; none was found."
        ),
        Row(
            error: missing(.microphone, ["usb"]),
            subject: "left",
            reason: "there is no microphone of that name",
            help: "Choose one of: usb."
        ),
        Row(
            error: missing(.window, ["0x1c00007 (Invoices)", "0x1e00004 (Terminal)"]),
            subject: "left",
            reason: "there is no window of that name",
            help: "Choose one of: 0x1c00007 (Invoices), 0x1e00004 (Terminal)."
        ),
        Row(
            error: missing(.window),
            subject: "left",
            reason: "there is no window of that name",
            help: "Open the window first; none was found."
        ),
        Row(
            error: .ambiguous(name: "class:Shop", kind: .window, matches: ["0x1 (Invoices)", "0x2 (Orders)"]),
            subject: "class:Shop",
            reason: "2 windows are meant",
            help: "Choose one of: 0x1 (Invoices), 0x2 (Orders)."
        ),
        Row(
            error: .closed(window: CaptureDevice(id: "0x1", name: "Invoices", kind: .window)),
            subject: "Invoices",
            reason: "it was closed",
            help: "Open the window again."
        ),
        Row(
            error: .outside(
                region: PixelRect(x: -900, y: 0, width: 640, height: 480),
                device: "DP-1",
                size: PixelSize(width: 1920, height: 1080)
            ),
            subject: "640x480-900+0",
            reason: "it lies outside of DP-1, which has 1920x1080 pixels",
            help: "Choose a part that overlaps 1920x1080+0+0."
        ),
        Row(
            error: .unavailable(device: "usb:1", reason: "another program uses it", help: "Close the other program."),
            subject: "usb:1",
            reason: "another program uses it",
            help: "Close the other program."
        ),
        Row(
            error: .system(SystemCallError(call: "pthread_create", subject: "the thread tone", errorNumber: EAGAIN)),
            subject: "the thread tone",
            reason: "pthread_create: Resource temporarily unavailable",
            help: "Close other programs and try again."
        ),
    ]

    @Test("Each message is what a person can act on", arguments: rows)
    private func message(row: Row) {
        #expect(row.error.subject == row.subject)
        #expect(row.error.reason == row.reason)
        #expect(row.error.help == row.help)
        #expect(row.error.description == "\(row.subject): \(row.reason)")
    }
}
