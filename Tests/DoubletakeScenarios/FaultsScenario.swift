import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// What can break around a recorder breaks: it says so by its exit status, and what was recorded can be played.
package struct FaultsScenario: Scenario {
    private static let region = PixelRect(x: 0, y: 0, width: 640, height: 360)

    /// What breaks, or is absent.
    package enum Fault: String, CaseIterable, Sendable {
        case serverKilled = "X server killed"
        case noDisplay = "no display"
        case noSharedMemory = "no MIT-SHM"
    }

    private let faults: [Fault]
    private let lifetime: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - faults: what is tried.
    ///   - lifetime: how long a recording goes well.
    package init(_ faults: [Fault] = Fault.allCases, lifetime: Duration = .seconds(4)) {
        self.faults = faults
        self.lifetime = lifetime
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for fault in faults {
            do {
                report.add(try provoke(fault, tool), as: fault.rawValue)
            } catch {
                // The others are tried all the same.
                report.add("\(fault.rawValue): \(error)", isTrue: false)
            }
        }
        return report
    }

    private func provoke(_ fault: Fault, _ tool: String) throws -> ScenarioReport {
        switch fault {
        case .serverKilled: try serverIsKilled(tool)
        case .noDisplay: try displayIsAbsent(tool)
        case .noSharedMemory: try sharedMemoryIsAbsent(tool)
        }
    }

    private func serverIsKilled(_ tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size)
        let screen = try CounterScreen(desktop, Self.region, rate: FrameRate(30))
        defer { screen.stop() }
        let recorder = try desktop.record(["--region", "\(Self.region)", "--no-sound", desktop.file("film.mp4")])
        let started = try recorder.awaitEvent("started")
        Pace(MonotonicClock()).wait(until: started.arrival + lifetime)
        desktop.screen.terminate()
        let failed = try recorder.awaitEvent("failed", within: .seconds(20))
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 75)
        try look(at: failed.texts["file"], &report)
        return report
    }

    private func displayIsAbsent(_ tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size)
        let display = desktop.screen.display
        // Nobody has that display any more.
        desktop.screen.terminate()
        let path = desktop.file("film.mp4")
        let recorder = try desktop.record(["--region", "\(Self.region)", "--no-sound", "--duration", "1", path])
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 69)
        report.add("the display is named", isTrue: (recorder.standardError + recorder.words).contains(display))
        report.add("files", try desktop.folder.contents().filter { $0.hasSuffix(".mp4") }.count, wanted: 0)
        return report
    }

    private func sharedMemoryIsAbsent(_ tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size, options: ["-extension", "MIT-SHM"])
        let screen = try CounterScreen(desktop, Self.region, rate: FrameRate(10))
        defer { screen.stop() }
        let path = desktop.file("film.mp4")
        let recorder = try desktop.record(["--region", "\(Self.region)", "--no-sound", "--duration", "2", path])
        try recorder.awaitEvent("finished")
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 0)
        try look(at: path, &report)
        return report
    }

    private func look(at path: String?, _ report: inout ScenarioReport) throws {
        guard let path else {
            report.add("no film is named", isTrue: false)
            return
        }
        let film = try DecodedFilm(AssetReader(path: path))
        let numbers = film.pictures.compactMap(\.number)
        report.add("different pictures", Double(Set(numbers).count), atLeast: 3)
        report.add("unreadable", film.pictures.count - numbers.count, wanted: 0)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}
