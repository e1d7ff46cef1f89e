import DoubletakeMedia
import DoubletakeXCB
import Glibc
import Testing

struct X11ErrorTests {
    private struct Row: CustomTestStringConvertible {
        let error: X11Error
        let subject: String
        let reason: String
        let help: String

        var testDescription: String { "\(error)" }
    }

    private static let extensionHelp = "Use an X server with that extension, such as Xorg or Xvfb with its defaults."

    private static let rows = [
        Row(
            error: .noDisplay,
            subject: "X server",
            reason: "no display is set",
            help: "Set DISPLAY, for example to :0, or run this inside of the desktop session."
        ),
        Row(
            error: .badDisplayName("left"),
            subject: "DISPLAY left",
            reason: "that is not the name of a display",
            help: "Set DISPLAY to a name such as :0."
        ),
        Row(
            error: .noServer(display: ":99", reason: "No such file or directory"),
            subject: "DISPLAY :99",
            reason: "no X server answers: No such file or directory",
            help: "Check that DISPLAY names a running X server."
        ),
        Row(
            error: .refused(display: ":0", reason: "Maximum number of clients reached"),
            subject: "DISPLAY :0",
            reason: "the X server refused the connection: Maximum number of clients reached",
            help: "Run this as the user whose session it is, or set XAUTHORITY to that session's file."
        ),
        Row(
            error: .noScreen(display: ":0.3"),
            subject: "DISPLAY :0.3",
            reason: "the X server has no screen of that number",
            help: "Leave the screen's number out of DISPLAY."
        ),
        Row(
            error: .lost(display: ":0"),
            subject: "DISPLAY :0",
            reason: "the X server closed the connection",
            help: "Start the X server again, and then the recording."
        ),
        Row(
            error: .missingExtension(display: ":0", name: "DAMAGE", needed: "1.0", found: nil),
            subject: "DISPLAY :0",
            reason: "the X server has no DAMAGE extension",
            help: extensionHelp
        ),
        Row(
            error: .missingExtension(display: ":0", name: "RANDR", needed: "1.2", found: "1.0"),
            subject: "DISPLAY :0",
            reason: "the X server's RANDR extension is version 1.0, and 1.2 is needed",
            help: extensionHelp
        ),
        Row(
            error: .requestFailed(
                display: ":0",
                X11RequestError(request: "GetImage", code: 8, majorOpcode: 73, minorOpcode: 0)
            ),
            subject: "DISPLAY :0",
            reason: "GetImage failed with BadMatch",
            help: "Try again; if it stays like this, report it with the X server's version."
        ),
        Row(
            error: .requestFailed(
                display: ":0",
                X11RequestError(request: nil, code: 128, majorOpcode: 130, minorOpcode: 4)
            ),
            subject: "DISPLAY :0",
            reason: "request 130.4 failed with error 128",
            help: "Try again; if it stays like this, report it with the X server's version."
        ),
        Row(
            error: .system(SystemCallError(call: "eventfd", subject: "the wake-up of a thread", errorNumber: EMFILE)),
            subject: "the wake-up of a thread",
            reason: "eventfd: Too many open files",
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
