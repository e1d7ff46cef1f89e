import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11BackendTests {
    /// Two monitors beside each other, LEFT and RIGHT, 320x480 each.
    private func twoMonitors(_ server: PrivateXServer) throws {
        try server.run(["xrandr", "--setmonitor", "LEFT", "320/85x480/127+0+0", "screen"])
        try server.run(["xrandr", "--setmonitor", "RIGHT", "320/85x480/127+320+0", "none"])
    }

    @Test("A server's monitors are its devices, and the screen is all of them")
    func devices() throws {
        let server = try PrivateXServer()
        let backend = X11Backend(displayName: server.display)
        #expect(try backend.devices(of: .monitor).map(\.id) == ["screen"])
        try twoMonitors(server)
        #expect(try backend.devices(of: .monitor) == ["LEFT", "RIGHT"].map(RecordedScreen.monitor))
        #expect(try backend.devices(of: .screen) == [RecordedScreen.screen])
        #expect(try backend.defaultDevice(of: .screen) == RecordedScreen.screen)
        #expect(try backend.device(named: "screen", kind: .screen) == RecordedScreen.screen)
        #expect(try backend.device(named: "RIGHT", kind: .monitor)?.id == "RIGHT")
        #expect(try backend.device(named: "DP-7", kind: .monitor) == nil)
        for kind in [CaptureDevice.Kind.camera, .applicationAudio, .microphone] {
            #expect(try backend.devices(of: kind) == [])
            #expect(try backend.defaultDevice(of: kind) == nil)
            #expect(try backend.device(named: "screen", kind: kind) == nil)
        }
    }

    @Test("A server without RandR has one monitor, the whole screen")
    func noMonitors() throws {
        let server = try PrivateXServer(options: ["-extension", "RANDR"])
        let backend = X11Backend(displayName: server.display)
        #expect(try backend.devices(of: .monitor).map(\.id) == ["screen"])
        let source = try backend.openVideo(
            RecordedScreen.monitor("screen"),
            VideoSourceConfiguration(frameRate: FrameRate(30)),
            clock: MonotonicClock()
        )
        #expect(source.displaySize == PixelSize(width: 640, height: 480))
    }

    @Test("The default monitor is the one that has the pointer, which `pointer` means too")
    func pointer() throws {
        let server = try PrivateXServer()
        let client = try X11TestClient(server)
        try twoMonitors(server)
        let backend = X11Backend(displayName: server.display)
        for (x, name) in [(10, "LEFT"), (319, "LEFT"), (320, "RIGHT"), (639, "RIGHT")] {
            try client.movePointer(x: x, y: 479)
            #expect(try backend.defaultDevice(of: .monitor)?.id == name)
            #expect(try backend.device(named: "pointer", kind: .monitor)?.id == name)
        }
        #expect(try backend.device(named: "primary", kind: .monitor)?.id == "LEFT")
        let known = try backend.monitors()
        #expect(known.map(\.device.id) == ["LEFT", "RIGHT"])
        #expect(known.map(\.place.x) == [0, 320] && known.map(\.hasPointer) == [false, true])
        #expect(known.map(\.isPrimary) == [true, false])
    }

    @Test("A monitor's picture is its part of the screen, and a region is relative to it")
    func monitor() throws {
        var scene = Scene(size: PixelSize(width: 640, height: 480))
        let screen = try RecordedScreen(size: scene.size, device: RecordedScreen.monitor("RIGHT")) { server, client in
            try twoMonitors(server)
            try scene.draw(on: client)
        }
        let right = PixelRect(x: 320, y: 0, width: 320, height: 480)
        let first = try #require(screen.watcher.await { _ in true })
        #expect(first.pixelBuffer.shows(scene.picture(of: right, on: screen.client.connection.screen)))
        try scene.add(PixelRect(x: 300, y: 7, width: 41, height: 3), .white, on: screen.client)
        let second = scene.picture(of: right, on: screen.client.connection.screen)
        #expect(screen.watcher.await { $0.pixelBuffer.shows(second) } != nil)
        #expect(screen.watcher.newest?.damage == Damage([PixelRect(x: 0, y: 6, width: 22, height: 4)]))

        // What lies beyond the monitor is black, also where another monitor is.
        let source = try X11Backend(displayName: screen.server.display).openVideo(
            RecordedScreen.monitor("RIGHT"),
            VideoSourceConfiguration(
                frameRate: FrameRate(30),
                region: PixelRect(x: -20, y: 0, width: 40, height: 20),
                cursor: .hidden
            ),
            clock: MonotonicClock()
        )
        let watcher = SourceWatcher()
        try source.start(watcher.output)
        defer { source.stop() }
        let frame = try #require(watcher.await { _ in true })
        #expect(frame.pixelBuffer.sample(x: 10, y: 7)[0] == 16)
        #expect(frame.pixelBuffer.sample(x: 30, y: 8)[0] == 235)
    }

    @Test("A monitor that goes keeps its last picture, and one that comes back elsewhere is followed; both are told")
    func monitorLeaves() throws {
        let screen = try RecordedScreen(
            size: PixelSize(width: 640, height: 480),
            device: RecordedScreen.monitor("RIGHT"),
            resizing: .crop
        ) { server, client in
            try twoMonitors(server)
            try client.fillAll(.red)
        }
        #expect(screen.watcher.awaitFrames(1))
        try screen.server.run(["xrandr", "--delmonitor", "RIGHT"])
        #expect(screen.watcher.awaitEvents(1) == ["RIGHT hidden"])
        try screen.client.fillAll(.blue)
        try screen.client.fill(PixelRect(x: 100, y: 100, width: 50, height: 50), .green)
        try screen.server.run(["xrandr", "--setmonitor", "RIGHT", "320/85x300/127+100+100", "none"])
        let frame = try #require(screen.watcher.await { $0.pixelBuffer.sample(x: 0, y: 0)[0] == 173 })
        #expect(frame.damage == .everything)
        #expect(frame.pixelBuffer.sample(x: 60, y: 60)[0] == 32)
        #expect(frame.pixelBuffer.sample(x: 60, y: 310)[0] == 16)
        #expect(screen.watcher.awaitEvents(3) == ["RIGHT hidden", "RIGHT shown", "RIGHT 320x300"])
        #expect(screen.watcher.failures.isEmpty)
    }

    @Test("A screen that is made smaller in the run goes on, cut off: black where nothing is any more")
    func shrink() throws {
        let size = PixelSize(width: 640, height: 480)
        let screen = try RecordedScreen(size: size, resizing: .crop) { server, client in
            try client.fillAll(.red)
            let mode = ["10", "320", "320", "320", "320", "240", "240", "240", "240"]
            try server.run(["xrandr", "--newmode", "small"] + mode)
            try server.run(["xrandr", "--addmode", "screen", "small"])
        }
        #expect(screen.watcher.awaitFrames(1))
        try screen.server.run(["xrandr", "--output", "screen", "--mode", "small"])
        try screen.client.fill(PixelRect(x: 0, y: 0, width: 320, height: 240), .green)
        let frame = try #require(
            screen.watcher.await { frame in
                frame.pixelBuffer.sample(x: 319, y: 239)[0] == 173 && frame.pixelBuffer.sample(x: 320, y: 0)[0] == 16
            }
        )
        #expect(frame.pixelBuffer.displaySize == PixelSize(width: 640, height: 480))
        #expect(frame.pixelBuffer.sample(x: 0, y: 240)[0] == 16)
        #expect(screen.watcher.failures.isEmpty)
        try screen.server.run(["xrandr", "--output", "screen", "--mode", "640x480"])
        try screen.client.fillAll(.blue)
        #expect(screen.watcher.await { $0.pixelBuffer.sample(x: 639, y: 479)[0] == 32 } != nil)
    }

    @Test("A monitor that isn't there is an error with the names of those that are")
    func noSuchMonitor() throws {
        let server = try PrivateXServer()
        try twoMonitors(server)
        let error = CaptureError.noSuchDevice(name: "DP-1", kind: .monitor, available: ["LEFT", "RIGHT"])
        #expect(throws: error) {
            try X11Backend(displayName: server.display).openVideo(
                RecordedScreen.monitor("DP-1"),
                VideoSourceConfiguration(frameRate: FrameRate(30)),
                clock: MonotonicClock()
            )
        }
    }
}
