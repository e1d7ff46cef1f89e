import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordingFrameTests {
    private let server: PrivateXServer
    private let client: X11TestClient

    init() throws {
        server = try PrivateXServer(size: PixelSize(width: 320, height: 240))
        client = try X11TestClient(server)
    }

    private var screen: CaptureDevice {
        get throws {
            let device = try X11Backend(displayName: server.display).defaultDevice(of: .screen)
            return try #require(device)
        }
    }

    /// Where the frame's windows are that are shown.
    private func sides() throws -> Set<PixelRect> {
        let connection = client.connection
        var sides: Set<PixelRect> = []
        for window in try connection.children(of: connection.screen.root) {
            guard try connection.description(ofWindow: window)?.className == "Doubletake",
                try connection.state(ofWindow: window)?.visibility == .shown,
                let place = try connection.place(ofWindow: window)
            else { continue }
            sides.insert(place)
        }
        return sides
    }

    /// Looks until the frame is there, or for a minute.
    private func becomes(_ wanted: Set<PixelRect>) throws -> Bool {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            if try sides() == wanted { return true }
        }
        return false
    }

    /// The sides around a rectangle that has room on all of them.
    private func around(_ rect: PixelRect) -> Set<PixelRect> {
        [
            PixelRect(x: rect.x - 4, y: rect.y - 4, width: rect.width + 8, height: 4),
            PixelRect(x: rect.x - 4, y: rect.maxY, width: rect.width + 8, height: 4),
            PixelRect(x: rect.x - 4, y: rect.y, width: 4, height: rect.height),
            PixelRect(x: rect.maxX, y: rect.y, width: 4, height: rect.height),
        ]
    }

    @Test("The frame is around the region, lets clicks through, and is gone when it is stopped")
    func region() throws {
        let region = PixelRect(x: 40, y: 30, width: 100, height: 80)
        let frame = try RecordingFrame(around: screen, region: region, display: server.display)
        frame.show()
        #expect(try becomes(around(region)))
        // The pointer is over the frame's upper side, and in no window of it.
        try client.movePointer(x: 60, y: 28)
        #expect(try client.connection.windowUnderPointer() == nil)
        frame.stop()
        #expect(try sides().isEmpty)
    }

    @Test("The frame of the window with the focus goes with the focus")
    func focused() throws {
        let windows = try [20, 180].map { x in
            try client.window(PixelRect(x: x, y: 60, width: 100, height: 80), .blue)
        }
        try client.connection.setFocus(to: windows[0].id)
        let focused = CaptureDevice(id: "focused", name: "window with the focus", kind: .window)
        let frame = try RecordingFrame(around: focused, region: nil, display: server.display)
        defer { frame.stop() }
        frame.show()
        #expect(try becomes(around(PixelRect(x: 20, y: 60, width: 100, height: 80))))
        try client.connection.setFocus(to: windows[1].id)
        #expect(try becomes(around(PixelRect(x: 180, y: 60, width: 100, height: 80))))
    }

    @Test("Around a monitor that changes with the pointer nothing lies on the next one")
    func followed() throws {
        try server.run(["xrandr", "--setmonitor", "LEFT", "160/40x240/60+0+0", "screen"])
        try server.run(["xrandr", "--setmonitor", "RIGHT", "160/40x240/60+160+0", "none"])
        let left = CaptureDevice(id: "LEFT", name: "LEFT", kind: .monitor)
        let frame = try RecordingFrame(around: left, region: nil, display: server.display)
        frame.show()
        #expect(try becomes([PixelRect(x: 160, y: 0, width: 4, height: 240)]))
        frame.stop()
        let any = CaptureDevice(id: "follow-pointer", name: "monitor with the pointer", kind: .monitor)
        let none = try RecordingFrame(around: any, region: nil, substitute: .nothing, display: server.display)
        none.show()
        none.stop()
        #expect(try sides().isEmpty)
    }

    @Test("A frame that was made and never shown is gone without having been seen")
    func unseen() throws {
        let region = PixelRect(x: 40, y: 30, width: 100, height: 80)
        try RecordingFrame(around: screen, region: region, display: server.display).stop()
        #expect(try sides().isEmpty)
    }

    @Test("Around the whole screen there is no frame")
    func whole() throws {
        let frame = try RecordingFrame(around: screen, region: nil, display: server.display)
        frame.show()
        try client.fillAll(.white)
        frame.stop()
        #expect(try sides().isEmpty)
    }

    @Test("The frame follows a window that is moved and resized, and hides while it is hidden")
    func window() throws {
        let rect = PixelRect(x: 40, y: 30, width: 64, height: 48)
        let window = try client.window(rect, .blue)
        let id = "0x" + String(window.id.rawValue, radix: 16)
        let device = CaptureDevice(id: id, name: "window", kind: .window)
        let frame = try RecordingFrame(around: device, region: nil, display: server.display)
        defer { frame.stop() }
        frame.show()
        #expect(try becomes(around(rect)))
        let moved = PixelRect(x: 100, y: 90, width: 80, height: 70)
        try window.move(to: moved)
        #expect(try becomes(around(moved)))
        try window.hide()
        #expect(try becomes([]))
        try window.show()
        #expect(try becomes(around(moved)))
    }

    @Test("Without a server, or when it goes, the frame does no harm")
    func absence() throws {
        try RecordingFrame(around: screen, region: nil, display: ":9999").stop()
        let frame = try RecordingFrame(
            around: screen,
            region: PixelRect(x: 40, y: 30, width: 10, height: 10),
            display: server.display
        )
        frame.show()
        #expect(try becomes(around(PixelRect(x: 40, y: 30, width: 10, height: 10))))
        server.terminate()
        frame.stop()
    }
}
