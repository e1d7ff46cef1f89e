import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// A monitor is recorded by its name while it is pulled out and plugged in again, beside another one that is white: the film
/// shows its numbers or its last picture, and never the other one.
package struct MonitorScenario: Scenario {
    /// What makes the monitors.
    package enum Kind: Sendable {
        /// Two parts of a screen that are called monitors, of which one is taken away.
        case named
        /// The outputs of a real server.
        case outputs
    }

    private static let size = PixelSize(width: 640, height: 480)
    private static let place = PixelRect(x: 640, y: 0, width: 640, height: 480)
    /// Nothing of the recorded monitor is as bright in its middle.
    private static let otherLuma: UInt8 = 200
    /// How long it may take until a monitor that is back is live.
    private static let longestReturn = 1.0

    private let kind: Kind
    private let roundCount: Int
    private let returnBound: Double

    /// Describes the scenario.
    ///
    /// - Parameter returnBound: how many seconds it may take until a monitor that is back is live; more where other
    ///   programs run meanwhile.
    package init(_ kind: Kind, _ form: ScenarioForm) {
        self.kind = kind
        roundCount = form == .long ? 5 : 1
        returnBound = form == .long ? Self.longestReturn : 30
    }

    package func run(tool: String) throws -> ScenarioReport {
        let server: PrivateXServer
        let name: String
        switch kind {
        case .named:
            server = try PrivateXServer(size: PixelSize(width: 1280, height: 480))
            name = "RIGHT"
            try server.run(["xrandr", "--setmonitor", "LEFT", "640/169x480/127+0+0", "screen"])
            try plug(server)
        case .outputs:
            server = try PrivateXServer.withOutputs()
            name = "DUMMY1"
        }
        let desktop = try PrivateDesktop(tool: tool, server: server)
        let client = try X11TestClient(server)
        let other = try client.window(PixelRect(Self.size), .white)
        let counter = try CounterScreen(desktop, Self.place, rate: FrameRate(30))
        defer { counter.stop() }
        let path = desktop.file("monitor.mp4")
        let recorder = try desktop.record([
            "--monitor", name, "--no-sound", "--no-cursor", "--start", "now", path,
        ])
        try recorder.awaitEvent("started")
        let pace = Pace(MonotonicClock())
        var returns: [MediaTime] = []
        for _ in 0..<roundCount {
            pace.wait(for: .seconds(1))
            try unplug(server)
            try awaitWarning("monitor_unplugged", recorder)
            pace.wait(for: .seconds(1))
            returns.append(MonotonicClock().now)
            try plug(server)
            try awaitWarning("monitor_back", recorder)
        }
        pace.wait(for: .seconds(1))
        _ = try recorder.stop()
        withExtendedLifetime(other) {}
        return try look(at: path, counter.showings(), returns)
    }

    /// Where a real monitor was off, windows show their background until their program has drawn again.
    private var mostBlankPictures: Int {
        switch kind {
        case .named: 0
        case .outputs: 2 * roundCount
        }
    }

    private func plug(_ server: PrivateXServer) throws {
        switch kind {
        case .named: try server.run(["xrandr", "--setmonitor", "RIGHT", "640/169x480/127+640+0", "none"])
        case .outputs: try server.plug("DUMMY1")
        }
    }

    private func unplug(_ server: PrivateXServer) throws {
        switch kind {
        case .named: try server.run(["xrandr", "--delmonitor", "RIGHT"])
        case .outputs: try server.unplug("DUMMY1")
        }
    }

    private func awaitWarning(_ code: String, _ recorder: RunningRecorder) throws {
        while try recorder.awaitEvent("warning").texts["code"] != code {}
    }

    private func look(
        at path: String,
        _ showings: [CounterScreen.Showing],
        _ returns: [MediaTime]
    ) throws -> ScenarioReport {
        let film = try DecodedFilm(AssetReader(path: path))
        let numbers = film.pictures.compactMap(\.number)
        let shown = Set(numbers)
        // What was shown first of all numbers that came after the return: that long the film was behind.
        let waits = returns.map { time in
            showings.first { $0.time > time && shown.contains($0.number) }.map { ($0.time - time).inSeconds }
                ?? .infinity
        }
        var report = ScenarioReport()
        report.add(
            "pictures of the other monitor",
            film.pictures.filter { $0.middleLuma > Self.otherLuma }.count,
            wanted: 0
        )
        report.add("blank", Double(film.pictures.count - numbers.count), atMost: Double(mostBlankPictures))
        report.add("numbers", Double(shown.count), atLeast: Double(10 * roundCount))
        report.add("counted backwards", zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count, wanted: 0)
        report.add("live again after", waits.max() ?? .infinity, unit: " s", atMost: returnBound)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
        return report
    }
}
