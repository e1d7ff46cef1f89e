import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Glibc

/// Two cameras in the preview's window, which is covered, moved, resized, iconified and shown again by a window manager
/// while it is recorded.
package struct PreviewWindowScenario: Scenario {
    /// Half of the cameras' pictures, so that the cells of their numbers are whole.
    private static let size = PixelSize(width: 384, height: 576)
    private static let tiles = [0, 288].map { PixelRect(x: 0, y: $0, width: 384, height: 288) }

    /// How long each trouble lasts.
    private let stay: Duration
    /// The share of pictures in which both numbers can be read: one that is read while it is drawn shows half of two.
    private let readableShare: Double

    /// Describes the scenario.
    package init(_ form: ScenarioForm = .long) {
        switch form {
        case .long: (stay, readableShare) = (.seconds(4), 0.9)
        case .short: (stay, readableShare) = (.milliseconds(1_200), 0.5)
        }
    }

    package func run(tool: String) throws -> ScenarioReport {
        let rig = try CameraRig([
            CameraRig.Camera("front", number: 0, serial: "A1", formats: ["MJPG:768x576@30"]),
            CameraRig.Camera("back", number: 2, bus: "usb-2", formats: ["YUYV:768x576@30"]),
        ])
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 900))
        let client = try X11TestClient(desktop.screen)
        let manager = try ChildProcess(["sh", "-c", "exec openbox >/dev/null 2>&1"], desktop.environment)
        defer { manager.end(by: SIGKILL) }
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(30)
        while try !client.connection.hasWindowManager(), clock.now < deadline {}
        let path = desktop.file("preview.mp4")
        let recorder = try desktop.record([
            "--preview", "--camera", "\(rig.folder)/video0", "--camera", "\(rig.folder)/video2", "--layout", "stack",
            "--no-labels", "--mirror", "none", "--size", "\(Self.size)", "--no-sound", "--no-key", "--start", "now",
            path,
        ])
        let armed = try recorder.awaitEvent("armed")
        try recorder.awaitEvent("started")
        let window = try managedWindow(around: armed.texts["picture"], client, until: clock.now + .seconds(30))
        try trouble(window, client, desktop, recorder)
        _ = try recorder.stop()
        var report = ScenarioReport()
        try look(at: path, recorder, &report)
        return report
    }

    /// The window that the window manager has put into a frame.
    private func managedWindow(
        around picture: String?,
        _ client: X11TestClient,
        until deadline: MediaTime
    ) throws -> X11ID {
        let clock = MonotonicClock()
        while clock.now < deadline {
            if let window = try client.connection.managedWindows()?.last { return window }
        }
        throw RunningRecorder.Failure(description: "openbox knows no window around \(picture ?? "none")")
    }

    private func trouble(
        _ window: X11ID,
        _ client: X11TestClient,
        _ desktop: PrivateDesktop,
        _ recorder: RunningRecorder
    ) throws {
        let pace = Pace(MonotonicClock())
        let id = String(window.rawValue)
        pace.wait(for: stay)
        do {
            let cover = try client.window(PixelRect(client.connection.screen.size), .white)
            pace.wait(for: stay)
            withExtendedLifetime(cover) {}
        }
        try desktop.run(["xdotool", "windowmove", id, "300", "40"])
        pace.wait(for: stay / 4)
        try desktop.run(["xdotool", "windowmove", id, "5", "5"])
        pace.wait(for: stay / 4)
        try desktop.run(["xdotool", "windowsize", id, "480", "720"])
        try awaitWarning("window_resized", recorder)
        pace.wait(for: stay)
        try desktop.run(["xdotool", "windowminimize", id])
        try awaitWarning("window_unmapped", recorder)
        pace.wait(for: max(stay, .milliseconds(1_500)))
        try desktop.run(["xdotool", "windowmap", id])
        try awaitWarning("window_mapped", recorder)
        pace.wait(for: stay)
    }

    private func awaitWarning(_ code: String, _ recorder: RunningRecorder) throws {
        while try recorder.awaitEvent("warning").texts["code"] != code {}
    }

    private func look(at path: String, _ recorder: RunningRecorder, _ report: inout ScenarioReport) throws {
        let film = try DecodedFilm(AssetReader(path: path), tiles: Self.tiles)
        let pictures = film.pictures
        let readable = pictures.filter { !$0.tileNumbers.contains(nil) }
        report.add(note: "pictures", Double(pictures.count))
        report.add(
            "share of them with both numbers", Double(readable.count) / Double(max(pictures.count, 1)),
            atLeast: readableShare)
        for tile in 0..<2 {
            let numbers = readable.compactMap { $0.tileNumbers[tile] }
            let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
            report.add("camera \(tile + 1) in order", isTrue: isInOrder && numbers.count > 1)
        }
        // While it was iconified nothing new was shown, and after that the cameras' present pictures.
        let held = zip(readable, readable.dropFirst()).map { earlier, later -> (gap: Duration, jump: Int64) in
            (later.time - earlier.time, (later.tileNumbers[0] ?? 0) - (earlier.tileNumbers[0] ?? 0))
        }
        let jump = held.max { $0.jump < $1.jump }
        report.add("pictures that were missed while it was iconified", Double(jump?.jump ?? 0), atLeast: 30)
        let last = readable.last?.time ?? .zero
        let end = pictures.last?.time ?? .zero
        report.add("live again until the end", isTrue: end - last < .milliseconds(500) && !readable.isEmpty)
        let codes = Set(recorder.events.compactMap { $0.texts["code"] })
        for code in ["window_resized", "window_unmapped", "window_mapped"] {
            report.add("\(code) is told", isTrue: codes.contains(code))
        }
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}
