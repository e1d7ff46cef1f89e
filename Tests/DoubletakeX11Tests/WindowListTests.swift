import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@testable import DoubletakeX11

@Suite("The windows of a screen", .timeLimit(.minutes(10)))
struct WindowListTests {
    private let server: PrivateXServer
    private let client: X11TestClient
    private let windows: [X11Window]
    private let backend: X11Backend

    init() throws {
        let server = try PrivateXServer(size: PixelSize(width: 320, height: 240))
        let client = try X11TestClient(server)
        windows = try ["Invoices", "Orders – größer", ""].enumerated().map { index, title in
            let window = try client.window(PixelRect(x: 20 * index, y: 10, width: 90, height: 60), .red)
            try window.describe(title: title, className: title.isEmpty ? "" : "Shop")
            return window
        }
        self.server = server
        self.client = client
        backend = X11Backend(displayName: server.display)
    }

    private func id(_ index: Int) -> String {
        "0x" + String(windows[index].id.rawValue, radix: 16)
    }

    @Test("They are listed with their ids, and with their titles where they have some")
    func list() throws {
        let devices = try backend.devices(of: .window)
        #expect(devices.map(\.id) == [id(0), id(1), id(2)])
        #expect(devices.map(\.name) == ["Invoices", "Orders – größer", id(2)])
        #expect(devices.map(\.choice) == ["\(id(0)) (Invoices)", "\(id(1)) (Orders – größer)", id(2)])
    }

    @Test("What is known of them is where they are, what their programs say, and which has the focus")
    func descriptions() throws {
        try client.connection.set("_NET_WM_PID", of: windows[0].id, to: [4711])
        try client.connection.setFocus(to: windows[1].id)
        let known = try backend.windows()
        #expect(known.map(\.device) == (try backend.devices(of: .window)))
        #expect(known.map(\.title) == ["Invoices", "Orders – größer", ""])
        #expect(known.map(\.className) == ["Shop", "Shop", ""])
        #expect(known.map(\.processIdentifier) == [4711, nil, nil])
        #expect(known.map(\.place.x) == [0, 20, 40] && known.allSatisfy { $0.place.height == 60 })
        #expect(known.map(\.isActive) == [false, true, false] && known.allSatisfy(\.isShown))
    }

    @Test("One is meant by its id, in both forms, or by a part of its title or class, whatever the case")
    func names() throws {
        #expect(try backend.device(named: id(2), kind: .window)?.id == id(2))
        #expect(try backend.device(named: "\(windows[2].id.rawValue)", kind: .window)?.id == id(2))
        #expect(try backend.device(named: "title:INVOICE", kind: .window)?.id == id(0))
        #expect(try backend.device(named: "title:GRÖSSER", kind: .window) == nil)
        #expect(try backend.device(named: "title:Größer", kind: .window)?.id == id(1))
    }

    @Test("What means several is an error that lists them, and what means none is none")
    func ambiguity() throws {
        let choices = ["\(id(0)) (Invoices)", "\(id(1)) (Orders – größer)"]
        #expect(throws: CaptureError.ambiguous(name: "class:shop", kind: .window, matches: choices)) {
            try backend.device(named: "class:shop", kind: .window)
        }
        for name in ["title:nothing", "class:nothing", "0x99", "Invoices"] {
            #expect(try backend.device(named: name, kind: .window) == nil)
        }
    }

    @Test("A window that isn't shown, or is gone, can't be opened, and the error says so")
    func hidden() throws {
        let device = try #require(try backend.device(named: "title:invoices", kind: .window))
        try windows[0].hide()
        let configuration = VideoSourceConfiguration(frameRate: FrameRate(30))
        let hidden = #expect(throws: CaptureError.self) {
            try backend.openVideo(device, configuration, clock: MonotonicClock())
        }
        #expect(hidden?.reason == "it isn't shown, so it has no picture")
        let gone = CaptureDevice(id: "0x99", name: "Gone", kind: .window)
        let missing = #expect(throws: CaptureError.self) {
            try backend.openVideo(gone, configuration, clock: MonotonicClock())
        }
        #expect(missing?.reason == "there is no window of that name")
    }

    @Test("A region outside of the window can't be opened")
    func outside() throws {
        let device = try #require(try backend.device(named: "title:invoices", kind: .window))
        let region = PixelRect(x: 500, y: 0, width: 10, height: 10)
        #expect(
            throws: CaptureError.outside(region: region, device: id(0), size: PixelSize(width: 90, height: 60))
        ) {
            try backend.openVideo(
                device,
                VideoSourceConfiguration(frameRate: FrameRate(30), region: region),
                clock: MonotonicClock()
            )
        }
    }
}
