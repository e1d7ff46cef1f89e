import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation

/// Whatever happens to one of two cameras, the film goes on, with a placeholder while there is nothing else, and the other
/// camera is in every picture.
package struct CameraFaultsScenario: Scenario {
    /// Something that happens to the first camera.
    private struct Fault: Sendable {
        let name: String
        /// What the rig is told before anything is recorded, in the middle of the film, and later.
        var before: [String] = []
        var lines: [String] = []
        var cure: [String] = []
        /// What is told of it, and of the end of it.
        var warnings: [String] = []
        var back: String?
        /// Whether the camera can be seen, by and by.
        var phases = [true]
    }

    private static let faults = [
        Fault(
            name: "unplugged, and plugged in under another number", lines: ["front unplug"], cure: ["front plug 5"],
            warnings: ["camera_lost"], back: "camera_back", phases: [true, false, true]),
        Fault(
            name: "silent", lines: ["front stall on"], cure: ["front stall off"], warnings: ["camera_stalled"],
            back: "camera_back", phases: [true, false, true]),
        Fault(
            name: "taken by another program", lines: ["front busy on", "front unplug", "front plug 0"],
            cure: ["front busy off"], warnings: ["camera_lost"], back: "camera_back", phases: [true, false, true]),
        Fault(name: "a first picture that is garbled", before: ["front garble 1"], warnings: ["camera_damaged"]),
        Fault(name: "garbled pictures", lines: ["front garble 4"], warnings: ["camera_damaged"]),
        Fault(name: "pictures cut short", lines: ["front cut 4"], warnings: ["camera_damaged"]),
        Fault(name: "pictures that the driver calls wrong", lines: ["front flag 4"], warnings: ["camera_damaged"]),
        Fault(name: "pictures that the driver lost", lines: ["front skip 5"]),
        Fault(name: "another size", lines: ["front size 400x300"], warnings: ["camera_resized"]),
        Fault(name: "slow in the dark", lines: ["front dark on"], warnings: ["camera_slow"]),
        Fault(name: "never delivers", before: ["front stall on"], warnings: ["camera_stalled"], phases: [false]),
    ]

    /// How long a camera may take to be back.
    private let recovery: Duration

    /// Describes the scenario.
    package init(recovery: Duration = .seconds(2)) {
        self.recovery = recovery
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for fault in Self.faults { report.add(try film(fault, tool), as: fault.name) }
        return report
    }

    private func film(_ fault: Fault, _ tool: String) throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let rig = try CameraRig([
            CameraRig.Camera("front", number: 0, serial: "A1", formats: ["MJPG:640x480@30"]),
            CameraRig.Camera("back", number: 2, bus: "usb-2", formats: ["YUYV:640x480@30"]),
        ])
        let path = folder.file("film.mp4")
        for line in fault.before { try rig.tell(line) }
        let recorder = try RunningRecorder(
            [
                tool, "record", "--json", "--cameras-only", "-c", "\(rig.folder)/video0", "-c", "\(rig.folder)/video2",
                "--camera-format", "640x480", "--size", "640x960", "--no-sound", "--no-key", "--start", "now", path,
            ],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/no-system/bus",
            ]
        )
        var report = ScenarioReport()
        if fault.before.isEmpty { try recorder.awaitEvent("status") }
        for line in fault.lines { try rig.tell(line) }
        for code in fault.warnings {
            report.add("told", try recorder.awaitEvent("warning").texts["code"] ?? "", wanted: code)
        }
        if let code = fault.back {
            // One may have come right behind the warning: between two there is a second of the placeholder.
            try recorder.awaitEvent("status")
            try recorder.awaitEvent("status")
            for line in fault.cure { try rig.tell(line) }
            let cured = MonotonicClock().now
            let event = try recorder.awaitEvent("warning")
            report.add("told", event.texts["code"] ?? "", wanted: code)
            let seconds = (event.arrival - cured).inSeconds
            report.add("back after", seconds, unit: " s", atMost: recovery.inSeconds)
        }
        try recorder.awaitEvent("status")
        _ = try recorder.stop()
        try inspect(path, fault, into: &report)
        return report
    }

    private func inspect(_ path: String, _ fault: Fault, into report: inout ScenarioReport) throws {
        let tiles = [0, 480].map { PixelRect(x: 0, y: $0, width: 640, height: 480) }
        let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
        let numbers = film.pictures.compactMap { $0.tileNumbers[1] }
        report.add("pictures with the other camera", numbers.count, ofAll: film.pictures.count)
        report.add("out of order", zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count, wanted: 0)
        let phases = film.pictures.map { $0.tileNumbers[0] != nil }.reduce(into: [Bool]()) { phases, isSeen in
            if phases.last != isSeen { phases.append(isSeen) }
        }
        report.add("is seen", phases, wanted: fault.phases)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}
