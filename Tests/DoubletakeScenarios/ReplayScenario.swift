import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// What was a moment ago is kept in memory: replays are saved of it, and a film begins with it, before its key was pressed.
package struct ReplayScenario: Scenario {
    private static let region = PixelRect(x: 0, y: 0, width: 320, height: 240)
    private static let rate = FrameRate(30)

    private let length: Duration
    /// When replays are saved, counted from when the recorder was ready.
    private let saves: [Duration]
    private let preroll: Duration
    private let tolerance: Duration

    /// Describes the scenario.
    ///
    /// - Parameter form: the long one keeps thirty seconds and saves at 10, 45 and 46.
    package init(_ form: ScenarioForm = .long) {
        switch form {
        case .long:
            (length, preroll) = (.seconds(30), .seconds(5))
            saves = [.seconds(10), .seconds(45), .seconds(46)]
            tolerance = Self.rate.frameDuration
        case .short:
            (length, preroll) = (.seconds(2), .seconds(1))
            saves = [.seconds(1), .milliseconds(3_500), .seconds(4)]
            // On a busy machine the recorder is heard of, and the screen counts, late.
            tolerance = .milliseconds(400)
        }
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size)
        let screen = try CounterScreen(desktop, Self.region, rate: Self.rate)
        defer { screen.stop() }
        var report = ScenarioReport()
        try replays(desktop, screen, &report)
        try film(desktop, screen, &report)
        return report
    }

    private func replays(_ desktop: PrivateDesktop, _ screen: CounterScreen, _ report: inout ScenarioReport) throws {
        let clock = MonotonicClock()
        let recorder = try desktop.record([
            "--replay", "\(length.inSeconds)", "--region", "\(Self.region)", "--app-audio", "test:tone", "--mic",
            "test:tone", desktop.file("replay.mp4"),
        ])
        let ready = try recorder.awaitEvent("armed").arrival
        let nothing = ConditionLock(())
        var paths: [String] = []
        var largestMemory = 0.0
        for save in saves {
            _ = nothing.wait(until: ready + save, on: clock) { _ -> Void? in nil }
            let before = clock.now
            // A signal comes at once, where a command has to be started first.
            recorder.send(SIGUSR1)
            let path = try recorder.awaitEvent("replay").texts["file"] ?? ""
            paths.append(path)
            let wanted = min(length, before - ready)
            try check(path, wanted, endingAt: before, screen, &report)
            let status = try JSONSerialization.jsonObject(
                with: Data(try desktop.run([desktop.tool, "status", "--json"]).standardOutput.utf8)
            )
            largestMemory = max(largestMemory, (status as? [String: Any])?["memory"] as? Double ?? .infinity)
        }
        report.add("names", Set(paths).count, wanted: saves.count)
        let limit = Double(ClipBuffering.standardByteLimit)
        report.add("memory of the packets", largestMemory / 1e6, unit: " MB", atMost: limit / 1e6)
        if let resident = Self.residentByteCount(of: recorder.processIdentifier) {
            report.add(note: "of the process", Double(resident) / 1e6, unit: " MB")
        }
        recorder.send(SIGINT)
        report.add("status of a session that only kept", try recorder.awaitEnd(), wanted: 0)
    }

    /// Compares a replay with what was wanted, and with what the screen showed.
    private func check(
        _ path: String,
        _ wanted: Duration,
        endingAt end: MediaTime,
        _ screen: CounterScreen,
        _ report: inout ScenarioReport
    ) throws {
        let seconds = wanted.inSeconds.rounded()
        let reader = try AssetReader(path: path)
        let duration = reader.tracks.compactMap(\.duration).max() ?? .zero
        let off = abs((duration - wanted).inSeconds) * 1000
        report.add("a replay of \(Int(seconds)) s is off by", off, unit: " ms", atMost: tolerance.inSeconds * 1000)
        report.add("its faults", MediaInspector().inspect(path).faults.count, wanted: 0)
        let pictures = try DecodedFilm(reader).pictures
        let numbers = pictures.compactMap(\.number)
        report.add("its pictures are in order", isTrue: zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
        let showings = try screen.showings()
        guard let first = numbers.first, let start = showings.first(where: { $0.number == first })?.time else {
            return report.add("its first picture can be read", isTrue: false)
        }
        // The picture at its beginning is the one that was on the screen then.
        let early = ((end - duration) - start).inSeconds * 1000
        report.add("its first picture was shown before its beginning by", early, unit: " ms", atMost: frameBound)
        report.add("and after it by", -early, unit: " ms", atMost: frameBound)
    }

    private func film(_ desktop: PrivateDesktop, _ screen: CounterScreen, _ report: inout ScenarioReport) throws {
        let clock = MonotonicClock()
        let path = desktop.file("preroll.mp4")
        let recorder = try desktop.record([
            "--preroll", "\(preroll.inSeconds)", "--start", "key", "--region", "\(Self.region)", "--app-audio",
            "test:tone", "--mic", "test:tone", path,
        ])
        let ready = try recorder.awaitEvent("armed").arrival
        let nothing = ConditionLock(())
        _ = nothing.wait(until: ready + preroll + .seconds(1), on: clock) { _ -> Void? in nil }
        let before = clock.now
        try desktop.run(["xdotool", "key", "F9"])
        let after = clock.now
        let started = try recorder.awaitEvent("started")
        report.add("pre-roll", started.numbers["preroll"] ?? 0, wanted: preroll.inSeconds)
        try recorder.awaitEvent("status")
        let finished = try recorder.stop()
        let film = try DecodedFilm(AssetReader(path: path))
        let numbers = film.pictures.compactMap(\.number)
        guard let first = numbers.first, let shown = try screen.showings().first(where: { $0.number == first })?.time
        else { return report.add("its first picture can be read", isTrue: false) }
        // The press is somewhere between two instants.
        let (earliest, latest) = (before - preroll, after - preroll)
        let off = max((earliest - shown).inSeconds, (shown - latest).inSeconds, 0) * 1000
        report.add("the first picture is off by", off, unit: " ms", atMost: frameBound)
        report.add("its pictures are in order", isTrue: zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
        let duration = finished.numbers["duration"] ?? 0
        let ends = film.sounds.values.map { abs(Double($0.count) / 48_000 - duration) * 1000 }
        report.add("sounds end apart from the film by", ends.max() ?? .infinity, unit: " ms", atMost: 1)
        report.add("its faults", MediaInspector().inspect(path).faults.count, wanted: 0)
    }

    /// A picture is on the screen for an interval.
    private var frameBound: Double {
        tolerance.inSeconds * 1000
    }

    private static func residentByteCount(of process: Int32) -> Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
}
