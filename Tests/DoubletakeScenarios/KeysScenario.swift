import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Foundation
import Glibc

/// The key starts with one press and stops with two, whatever else is on at the keyboard.
package struct KeysScenario: Scenario {
    private static let region = PixelRect(x: 0, y: 0, width: 320, height: 240)
    private static let locks: [(name: String, keys: [String])] = [
        ("no lock", []), ("NumLock", ["Num_Lock"]), ("CapsLock", ["Caps_Lock"]),
        ("NumLock and CapsLock", ["Num_Lock", "Caps_Lock"]),
    ]

    private let isComplete: Bool

    /// Describes the scenario; the short form tries only the hardest of the locks.
    package init(_ form: ScenarioForm = .long) {
        isComplete = form == .long
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size)
        var report = ScenarioReport()
        for (name, keys) in isComplete ? Self.locks : Array(Self.locks.suffix(1)) {
            for key in keys { try desktop.run(["xdotool", "key", key]) }
            let (status, hasFile) = try startAndStop(desktop, file: "\(keys.joined())film.mp4") {
                try desktop.run(["xdotool", "key", "F9"])
            }
            report.add("with \(name) one press starts and two stop", isTrue: status == 0 && hasFile)
            for key in keys { try desktop.run(["xdotool", "key", key]) }
        }
        let (status, hasFile) = try startAndStop(desktop, file: "held.mp4") { try hold(desktop) }
        report.add("a key that is held is one press", isTrue: status == 0 && hasFile)
        try pressTwiceWhenIdle(desktop, &report)
        try pressBesideWindowManager(desktop, &report)
        try pressDuringGrab(desktop, &report)
        try pressTakenKey(desktop, &report)
        return report
    }

    /// Records with the key alone; `start` is what starts it.
    private func startAndStop(
        _ desktop: PrivateDesktop,
        file: String,
        mode: String = "grab",
        start: () throws -> Void
    ) throws -> (status: Int32, hasFile: Bool) {
        let recorder = try arm(desktop, file, mode: mode)
        try start()
        try recorder.awaitEvent("started")
        let status = try recorder.awaitEvent(anyOf: ["status", "finished"])
        // A second press alone does nothing: the recording goes on.
        try hold(desktop)
        let next = try recorder.awaitEvent(anyOf: ["status", "finished"])
        try twice(desktop)
        if status.kind == "status" && next.kind == "status" { try recorder.awaitEvent("finished") }
        let hasFile = try desktop.folder.contents().contains(file)
        let isEarly = status.kind == "finished" || next.kind == "finished"
        return (isEarly ? -1 : try recorder.awaitEnd(), hasFile)
    }

    private func pressTwiceWhenIdle(_ desktop: PrivateDesktop, _ report: inout ScenarioReport) throws {
        let recorder = try arm(desktop, "idle.mp4")
        try twice(desktop)
        try recorder.awaitEvent("cancelled")
        // It may go on waiting for a key, or leave.
        recorder.send(SIGINT)
        report.add("status after two presses when idle", try recorder.awaitEnd(), wanted: 0)
        let names = try desktop.folder.contents().filter { $0.hasPrefix("idle") }
        report.add("files after two presses when idle", names.count, wanted: 0)
        report.add("events of a start", recorder.events.filter { $0.kind == "started" }.count, wanted: 0)
    }

    private func pressBesideWindowManager(_ desktop: PrivateDesktop, _ report: inout ScenarioReport) throws {
        let manager = try ChildProcess(["sh", "-c", "exec openbox >/dev/null 2>&1"], desktop.environment)
        defer { manager.end(by: SIGKILL) }
        let client = try X11TestClient(desktop.screen)
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(30)
        while try !client.connection.hasWindowManager(), clock.now < deadline {}
        let (status, hasFile) = try startAndStop(desktop, file: "managed.mp4") {
            try desktop.run(["xdotool", "key", "F9"])
        }
        report.add("with openbox one press starts and two stop", isTrue: status == 0 && hasFile)
    }

    /// Another program has the whole keyboard, as while a menu is open.
    private func pressDuringGrab(_ desktop: PrivateDesktop, _ report: inout ScenarioReport) throws {
        let menu = try X11TestClient(desktop.screen)
        let isGrabbed = try menu.connection.grabKeyboard()
        let (status, hasFile) = try startAndStop(desktop, file: "raw.mp4", mode: "raw") {
            try desktop.run(["xdotool", "key", "F9"])
        }
        report.add("in raw mode a key is heard that goes elsewhere", isTrue: isGrabbed && status == 0 && hasFile)
    }

    private func pressTakenKey(_ desktop: PrivateDesktop, _ report: inout ScenarioReport) throws {
        let taker = try arm(desktop, "taker.mp4")
        let words = ["record", "--start", "key", "--region", "\(Self.region)", "--no-sound", desktop.file("late.mp4")]
        let run = try ProcessRun.run([desktop.tool] + words, environment: desktop.environment)
        report.add("status when another program has the key", run.status, wanted: 64)
        let says = ["F9: another program has taken it", "--key-mode raw", "--start now"].allSatisfy {
            run.standardError.contains($0)
        }
        report.add("the error names the key and other ways", isTrue: says)
        taker.send(SIGINT)
        try taker.awaitEnd()
    }

    private func arm(_ desktop: PrivateDesktop, _ file: String, mode: String = "grab") throws -> RunningRecorder {
        let recorder = try desktop.record([
            "--start", "key", "--key", "F9", "--key-mode", mode, "--region", "\(Self.region)", "--no-sound",
            desktop.file(file),
        ])
        try recorder.awaitEvent("armed")
        return recorder
    }

    private func twice(_ desktop: PrivateDesktop) throws {
        try desktop.run(["xdotool", "key", "--delay", "60", "F9", "F9"])
    }

    /// Long enough for the server to repeat the key.
    private func hold(_ desktop: PrivateDesktop) throws {
        try desktop.run(["xdotool", "keydown", "F9", "sleep", "1.2", "keyup", "F9"])
    }
}
