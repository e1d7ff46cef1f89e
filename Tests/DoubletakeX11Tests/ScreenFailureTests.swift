import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Glibc
import Testing

@testable import DoubletakeX11

@Suite(.timeLimit(.minutes(10)))
struct ScreenFailureTests {
    @Test(
        "A server that is killed is reported once, and stopping comes back",
        arguments: [(.shown, []), (.hidden, []), (.hidden, [.clicks, .keys])] as [(CursorVisibility, ShownInput)]
    )
    func killed(cursor: CursorVisibility, input: ShownInput) throws {
        let screen = try RecordedScreen(cursor: cursor, shownInput: input)
        #expect(screen.watcher.awaitFrames(1))
        screen.server.terminate()
        let error = try #require(screen.watcher.awaitFailure())
        #expect(error.subject == "DISPLAY \(screen.server.display)")
        #expect(error.reason == "the X server closed the connection")
        screen.source.stop()
        #expect(screen.watcher.failures.count == 1)
        #expect(screen.watcher.entries.count >= 1)
    }

    @Test(
        "A server that hangs doesn't keep a source from stopping, which is no failure",
        arguments: [[], [.clicks, .keys]] as [ShownInput]
    )
    func hung(input: ShownInput) throws {
        let screen = try RecordedScreen(cursor: .shown, shownInput: input)
        #expect(screen.watcher.awaitFrames(1))
        screen.server.send(SIGSTOP)
        defer { screen.server.send(SIGCONT) }
        // Meanwhile the source asks where the pointer is, which it does four times a second, and gets no answer.
        let clock = MonotonicClock()
        #expect(try !WakeUp().wait(until: clock.now + .seconds(1), on: clock))
        screen.source.stop()
        #expect(screen.watcher.failures.isEmpty)
    }

    @Test("A source that was never started is let go without ado")
    func neverStarted() throws {
        let server = try PrivateXServer()
        let source = try X11Backend(displayName: server.display).openVideo(
            RecordedScreen.screen,
            VideoSourceConfiguration(frameRate: FrameRate(30)),
            clock: MonotonicClock()
        )
        source.stop()
    }

    private struct Row: CustomTestStringConvertible {
        let error: CaptureError
        let subject: String
        let reason: String
        let help: String

        var testDescription: String { subject + reason }
    }

    private static let rows = [
        Row(
            error: CaptureError(X11Error.noDisplay),
            subject: "X server",
            reason: "no display is set",
            help: "Set DISPLAY, for example to :0, or run this inside of the desktop session."
        ),
        Row(
            error: CaptureError(X11Error.noServer(display: ":9", reason: "No such file or directory")),
            subject: "DISPLAY :9",
            reason: "no X server answers: No such file or directory",
            help: "Check that DISPLAY names a running X server."
        ),
        Row(
            error: CaptureError(
                X11Error.system(SystemCallError(call: "ppoll", subject: "the wait", errorNumber: ENOMEM))
            ),
            subject: "the wait",
            reason: "ppoll: Cannot allocate memory",
            help: "Close other programs and try again."
        ),
        Row(
            error: ScreenAccess.unreadable(display: ":0", names: ["XWAYLAND0", "XWAYLAND1"]),
            subject: "DISPLAY :0",
            reason: "this is a Wayland session, whose screen can't be read through X11",
            help: "Log out, and log in to an X11 (\"Xorg\") session."
        ),
        Row(
            error: ScreenAccess.unreadable(display: ":0", names: ["DP-1"]),
            subject: "DISPLAY :0",
            reason: "the X server doesn't let its screen be read",
            help: "Use the X server that shows the desktop, such as Xorg."
        ),
        Row(
            error: .notShown(CaptureDevice(id: "0x1", name: "Invoices", kind: .window)),
            subject: "Invoices",
            reason: "it isn't shown, so it has no picture",
            help: "Show the window, and record again."
        ),
        Row(
            error: .vanished(CaptureDevice(id: "0x1", name: "Invoices", kind: .window)),
            subject: "Invoices",
            reason: "it was closed or hidden while it was opened",
            help: "Show it, and record again."
        ),
        Row(
            error: CaptureError(
                X11Error.missingExtension(display: ":9", name: "XInputExtension", needed: "2.0", found: nil)
            ),
            subject: "DISPLAY :9",
            reason: "the X server has no XInputExtension extension",
            help: "Use an X server with that extension, such as Xorg or Xvfb with its defaults."
        ),
    ]

    @Test("Each message is what a person can act on", arguments: rows)
    private func message(row: Row) {
        #expect(row.error.subject == row.subject)
        #expect(row.error.reason == row.reason)
        #expect(row.error.help == row.help)
    }

    @Test("Xwayland is known by its outputs")
    func xwayland() {
        #expect(ScreenAccess.isXwayland(names: ["XWAYLAND0"]))
        #expect(!ScreenAccess.isXwayland(names: ["DP-1", "HDMI-1"]))
        #expect(!ScreenAccess.isXwayland(names: []))
    }

    @Test(
        "Pixels that can't be read are refused, with what they are",
        arguments: [
            (4, .indexed, "its colours come from a table, with 4 bits a pixel"),
            (
                24, .direct(redMask: 0xf0f, greenMask: 0xf0, blueMask: 0xf000),
                "its pixels of 24 bits lie in memory in a way that can't be read"
            ),
        ] as [(Int, X11PixelFormat.ColorModel, String)]
    )
    func pixels(depth: Int, colorModel: X11PixelFormat.ColorModel, reason: String) {
        let format = X11PixelFormat(
            depth: depth,
            colorModel: colorModel,
            bitsPerPixel: depth == 24 ? 32 : depth,
            rowPaddingBits: 32,
            byteOrder: .littleEndian
        )
        let error = #expect(throws: CaptureError.self) { try ScreenAccess.layout(of: format, subject: "DISPLAY :0") }
        #expect(
            error
                == .unavailable(
                    device: "DISPLAY :0",
                    reason: reason,
                    help: "Start the X server with a depth of 24."
                )
        )
    }

    @Test("Without a server the devices are an error, but only of those kinds that a server has")
    func noServer() throws {
        let backend = X11Backend(displayName: ":987")
        for kind in [CaptureDevice.Kind.monitor, .screen] {
            let error = #expect(throws: CaptureError.self) { try backend.devices(of: kind) }
            #expect(error?.subject == "DISPLAY :987")
        }
        #expect(try backend.devices(of: .camera) == [])
    }

    @Test("A server without the extensions that are needed says which one", arguments: ["DAMAGE", "XFIXES"])
    func missingExtension(name: String) throws {
        let server = try PrivateXServer(options: ["-extension", name])
        let error = #expect(throws: CaptureError.self) {
            try X11Backend(displayName: server.display).openVideo(
                RecordedScreen.screen,
                VideoSourceConfiguration(frameRate: FrameRate(30)),
                clock: MonotonicClock()
            )
        }
        #expect(error?.reason == "the X server has no \(name) extension")
    }
}
