import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// A screen shows numbers, and a key that says when it was pressed starts and stops: the film begins with what was shown
/// at the first press, and ends with what was shown at the first of the two; what is dropped at the end is not in it.
package struct GestureScenario: Scenario {
    private static let screenSize = PixelSize(width: 720, height: 400)
    /// With room around it for the sign of a recording: in a film of the whole screen, a corner stands still for a moment.
    private static let region = PixelRect(x: 40, y: 20, width: 640, height: 360)
    private static let filmRate = FrameRate(30)
    private static let sourceRate = FrameRate(60)

    private let takeCount: Int
    private let allowance: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - takeCount: how many films are made; of a last one the end is dropped.
    ///   - allowance: how much further than an interval a picture may be from a press.
    package init(takes takeCount: Int = 20, allowance: Duration = .zero) {
        (self.takeCount, self.allowance) = (takeCount, allowance)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.screenSize)
        let screen = try CounterScreen(desktop, Self.region, rate: Self.sourceRate)
        defer { screen.stop() }
        let key = try PressedKey(0xffc6, on: desktop)
        let recorder = try desktop.record([
            "--takes", "forever", "--start", "key", "--key", "F9", "--no-sound", "--fps", "\(Self.filmRate)",
            "--region", "\(Self.region)", desktop.file("take-{take}.mp4"),
        ])
        var presses: [(start: MediaTime, stop: MediaTime)] = []
        for _ in 0..<takeCount {
            let start = try begin(recorder, key)
            presses.append((start, try key.pressTwice()))
            try recorder.awaitEvent("finished")
        }
        let start = try begin(recorder, key)
        for _ in 0..<2 { try recorder.awaitEvent("status") }
        let clock = MonotonicClock()
        let asked = clock.now
        let dropped = Duration.seconds(2)
        let stopped = try desktop.run([tool, "stop", "--drop-last", "2"])
        let answered = clock.now
        try recorder.awaitEvent("armed")
        recorder.send(2)
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 0)
        let showings = try screen.showings()
        try add(presses, desktop, showings, to: &report)
        let path = desktop.file("take-\(takeCount + 1).mp4")
        report.add("stop prints the path", isTrue: stopped.standardOutput == "\(path)\n")
        let ends = try ends(of: path, showings)
        let bound = Self.filmRate.frameDuration + allowance
        add("a film without its end begins after its press", ends.first - start, atMost: bound, to: &report)
        add("and ends after what is dropped", ends.last - (answered - dropped), atMost: bound, to: &report)
        // It ends with the interval before, and the screen may just have been changing.
        let early = asked - dropped - ends.last
        add("and before it", early, atMost: bound * 2 + allowance, to: &report)
        return report
    }

    /// Starts a film, and comes back when it is more than a second long.
    private func begin(_ recorder: RunningRecorder, _ key: PressedKey) throws -> MediaTime {
        try recorder.awaitEvent("armed")
        key.rest()
        let time = try key.press()
        try recorder.awaitEvent("started")
        try recorder.awaitEvent("status")
        return time
    }

    private func add(
        _ presses: [(start: MediaTime, stop: MediaTime)],
        _ desktop: PrivateDesktop,
        _ showings: [CounterScreen.Showing],
        to report: inout ScenarioReport
    ) throws {
        var (beginnings, endings): ([Duration], [Duration]) = ([], [])
        for (index, press) in presses.enumerated() {
            let ends = try ends(of: desktop.file("take-\(index + 1).mp4"), showings)
            beginnings.append(ends.first - press.start)
            endings.append(ends.last - press.stop)
        }
        let bound = Self.filmRate.frameDuration + allowance
        report.add(note: "takes", Double(takeCount))
        add("first picture after its press", beginnings.max() ?? .seconds(1_000), atMost: bound, to: &report)
        // The newest picture from before the press is as old as an interval, and the number on it as one of its own.
        let oldest = bound + Self.sourceRate.frameDuration
        add("and before it", .zero - (beginnings.min() ?? .seconds(-1_000)), atMost: oldest, to: &report)
        add("last picture after its press", endings.max() ?? .seconds(1_000), atMost: bound, to: &report)
        add("and before it", .zero - (endings.min() ?? .seconds(-1_000)), atMost: oldest + bound, to: &report)
    }

    private func add(_ name: String, _ value: Duration, atMost bound: Duration, to report: inout ScenarioReport) {
        report.add(name, value.inSeconds * 1000, unit: " ms", atMost: bound.inSeconds * 1000)
    }

    /// When the numbers of a film's first and last picture were shown.
    private func ends(
        of path: String,
        _ showings: [CounterScreen.Showing]
    ) throws -> (first: MediaTime, last: MediaTime) {
        let numbers = try DecodedFilm(AssetReader(path: path)).pictures.compactMap(\.number)
        guard let first = showings.first(where: { $0.number == numbers.first }),
            let last = showings.first(where: { $0.number == numbers.last })
        else { throw RunningRecorder.Failure(description: "no number can be read in \(path)") }
        return (first.time, last.time)
    }
}
