import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// Thirty changes a second in a small part of the screen are each a picture at its own time; at constant intervals the
/// film has one picture an interval.
package struct TimingScenario: Scenario {
    /// How far from the truth a film may be.
    package struct Bounds: Sendable {
        /// By how much a picture's time may be wrong, mostly, and at most.
        let median: Duration
        let largest: Duration
        /// Which share of the changes must be pictures of their own.
        let share: Double

        /// Creates bounds.
        package init(median: Duration = .milliseconds(5), largest: Duration = .milliseconds(17), share: Double = 1) {
            (self.median, self.largest, self.share) = (median, largest, share)
        }
    }

    private static let screen = PixelSize(width: 640, height: 360)
    /// The changing part, at an even place.
    private static let part = PixelRect(x: 120, y: 80, width: 200, height: 100)
    private static let changeRate = FrameRate(30)
    private static let filmRate = FrameRate(60)

    private let seconds: Int
    private let constantRates: [Int]
    private let bounds: Bounds

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - seconds: how long each film is.
    ///   - constantRates: the rates at which films with constant timing are made.
    package init(seconds: Int = 20, constantRates: [Int] = [25, 30, 60], bounds: Bounds = Bounds()) {
        (self.seconds, self.constantRates, self.bounds) = (seconds, constantRates, bounds)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.screen)
        let client = try X11TestClient(desktop.screen)
        try client.fillAll(TestColor(70, 90, 110))
        let screen = try CounterScreen(desktop, Self.part, rate: Self.changeRate)
        defer { screen.stop() }
        var report = ScenarioReport()
        report.add(try variable(screen, on: desktop), as: "vfr at 60")
        for rate in constantRates { report.add(try constant(rate, on: desktop), as: "cfr at \(rate)") }
        return report
    }

    private func record(_ rate: FrameRate, _ timing: String, on desktop: PrivateDesktop) throws -> RunningRecorder {
        let recorder = try desktop.record([
            "--region", "\(PixelRect(Self.screen))", "--no-sound", "--no-cursor", "--fps", "\(rate)", "--timing",
            timing,
            "--duration", "\(seconds)", desktop.file("\(timing)-\(rate).mp4"),
        ])
        try recorder.awaitEvent("finished", within: .seconds(seconds + 60))
        try recorder.awaitEnd()
        return recorder
    }

    private func variable(_ screen: CounterScreen, on desktop: PrivateDesktop) throws -> ScenarioReport {
        let recorder = try record(Self.filmRate, "vfr", on: desktop)
        let film = try DecodedFilm(AssetReader(path: desktop.file("vfr-\(Self.filmRate).mp4")), tiles: [Self.part])
        var report = ScenarioReport()
        guard let start = recorder.filmStart else { return report }
        // The first picture is from before the film, and the last one may be a repeated one.
        var pictures: [Int64: [MediaTime]] = [:]
        for picture in film.pictures.dropFirst().dropLast() {
            if let number = picture.tileNumbers[0] { pictures[number, default: []].append(picture.time) }
        }
        let end = start + .seconds(seconds) - Self.changeRate.frameDuration
        let shown = try screen.showings().filter { $0.time > start + Self.changeRate.frameDuration && $0.time < end }
        let single = shown.filter { pictures[$0.number]?.count == 1 }
        let errors = shown.compactMap { showing in
            pictures[showing.number]?.first.map { abs(((start + ($0 - .zero)) - showing.time).inSeconds) * 1_000 }
        }.sorted()
        guard let largest = errors.last else { return report }
        report.add(note: "changes", Double(shown.count))
        let wanted = (Double(shown.count) * bounds.share).rounded(.down)
        report.add("changes that are one picture", Double(single.count), atLeast: wanted)
        let median = errors[errors.count / 2]
        report.add("their times are wrong mostly by", median, unit: " ms", atMost: bounds.median.inSeconds * 1_000)
        report.add("at most", largest, unit: " ms", atMost: bounds.largest.inSeconds * 1_000)
        return report
    }

    private func constant(_ framesPerSecond: Int, on desktop: PrivateDesktop) throws -> ScenarioReport {
        let rate = FrameRate(framesPerSecond)
        _ = try record(rate, "cfr", on: desktop)
        let path = desktop.file("cfr-\(rate).mp4")
        let probe = try MediaProbe(path)
        let base = probe.videoStreams.first?.timeBase
        let times = try MediaProbe.frameTimes(path, stream: 0)
        let ticks = times.map { base?.ticks(in: $0) ?? 0 }
        let deltas = Set(zip(ticks, ticks.dropFirst()).map { $1 - $0 })
        var report = ScenarioReport()
        report.add("different intervals", deltas.count, wanted: 1)
        let wrong = abs(Double(times.count) - Double(framesPerSecond * seconds))
        report.add("pictures too many or too few", wrong, atMost: 1)
        return report
    }
}
