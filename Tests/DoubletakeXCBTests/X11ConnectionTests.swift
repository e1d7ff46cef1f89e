import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11ConnectionTests {
    @Test("A connection knows the screen it was made to")
    func screen() throws {
        let server = try PrivateXServer(size: PixelSize(width: 321, height: 200))
        let connection = try X11Connection(display: server.display)
        #expect(connection.displayName == server.display)
        #expect(connection.screen.size == PixelSize(width: 321, height: 200))
        #expect(connection.screen.pixelFormat.depth == 24)
        #expect(connection.screen.pixelFormat.bitsPerPixel == 32)
        #expect(connection.screen.pixelFormat.byteOrder == .littleEndian)
        #expect(
            connection.screen.pixelFormat.colorModel == .direct(redMask: 0xff0000, greenMask: 0xff00, blueMask: 0xff))
        #expect(try connection.size(of: connection.screen.root) == connection.screen.size)
        #expect(try connection.pointerPosition() != nil)
        #expect(!connection.hasFailed)
    }

    @Test("A row of an image is as long as the server pads it")
    func rows() throws {
        let server = try PrivateXServer(depth: 16)
        let screen = try X11Connection(display: server.display).screen
        #expect(screen.pixelFormat.bytesPerRow(width: 101) == 204)
        #expect(screen.pixelFormat.bytesPerRow(width: 102) == 204)
    }

    @Test("An atom has the name that it was made for")
    func atoms() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let atom = try connection.atom(named: "_DOUBLETAKE_TEST")
        #expect(try connection.name(of: atom) == "_DOUBLETAKE_TEST")
        #expect(try connection.atom(named: "_DOUBLETAKE_TEST") == atom)
    }

    @Test("A refused request is an error of the one who asked, and the connection goes on")
    func refusedRequest() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let error = #expect(throws: X11Error.self) { try connection.size(of: X11ID(0xdead)) }
        #expect(error?.reason == "GetGeometry failed with BadDrawable")
        #expect(throws: X11Error.self) { try connection.name(of: X11Atom(0xdead)) }
        #expect(try connection.size(of: connection.screen.root).width == 640)
        #expect(try connection.nextEvent() == nil)
    }

    @Test("Every extension that Xvfb has is there, and is asked for its version")
    func extensions() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        for each in X11Extension.allCases { #expect(try connection.require(each) > X11Extension.Version(0, 0)) }
    }

    @Test("An extension that is off is named in the error")
    func missingExtension() throws {
        let server = try PrivateXServer(options: ["-extension", "DAMAGE"])
        let connection = try X11Connection(display: server.display)
        let error = #expect(throws: X11Error.self) { try connection.require(.damage) }
        #expect(error?.reason == "the X server has no DAMAGE extension")
        #expect(try connection.require(.xfixes) >= X11Extension.Version(4, 0))
    }

    @Test("The server's time goes forward, and events that came meanwhile aren't lost")
    func serverTime() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let first = try connection.serverTime()
        let second = try connection.serverTime()
        #expect(second.milliseconds >= first.milliseconds)
        #expect(try connection.nextEvent() == nil)
    }

    @Test("A display without a server, a name that is none and no display are three different errors")
    func noServer() throws {
        #expect(throws: X11Error.noServer(display: ":987", reason: "No such file or directory")) {
            try X11Connection(display: ":987")
        }
        #expect(throws: X11Error.badDisplayName("nonsense")) { try X11Connection(display: "nonsense") }
        #expect(throws: X11Error.noDisplay) { try X11Connection(display: "") }
        let server = try PrivateXServer()
        #expect(throws: X11Error.noScreen(display: "\(server.display).7")) {
            try X11Connection(display: "\(server.display).7")
        }
    }

    @Test("A server that lets nobody in says why in its own words")
    func refused() throws {
        let folder = try TemporaryFolder()
        let authorization = folder.file("authority")
        _ = try ProcessRun.succeed(["xauth", "-f", authorization, "add", ":0", ".", "0123456789abcdef0123456789abcdef"])
        let server = try PrivateXServer(options: ["-auth", authorization])
        let error = #expect(throws: X11Error.self) { try X11Connection(display: server.display) }
        #expect(
            error
                == .refused(
                    display: server.display,
                    reason: "Authorization required, but no authorization protocol specified"
                )
        )
    }

    @Test("When the server is gone every call says so, and none ends the process")
    func lostServer() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let lost = X11Error.lost(display: server.display)
        let wakeUp = try WakeUp()
        server.terminate()
        #expect(throws: lost) { try connection.waitForEvent(on: MonotonicClock(), or: wakeUp) }
        #expect(throws: lost) { try connection.synchronize() }
        #expect(throws: lost) { try connection.nextEvent() }
        #expect(throws: lost) { try connection.serverTime() }
        #expect(throws: lost) { try connection.require(.damage) }
        #expect(connection.hasFailed)
    }
}
