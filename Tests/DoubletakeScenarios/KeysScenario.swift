import DoubletakeMedia
import DoubletakeTestSupport
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
        return report
    }

    /// Records with the key alone; `start` is what starts it.
    private func startAndStop(
        _ desktop: PrivateDesktop,
        file: String,
        start: () throws -> Void
    ) throws -> (status: Int32, hasFile: Bool) {
        let recorder = try arm(desktop, file)
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

    private func arm(_ desktop: PrivateDesktop, _ file: String) throws -> RunningRecorder {
        let recorder = try desktop.record([
            "--start", "key", "--key", "F9", "--region", "\(Self.region)", "--no-sound", desktop.file(file),
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
