import Doubletake
package import DoubletakeMedia
import DoubletakeTestSupport

/// A screen shows numbers at a steady rate: those that the film has room for are all in it, once and in order.
package struct FramesScenario: Scenario {
    private let size: PixelSize
    private let sourceRate: FrameRate
    private let filmRate: FrameRate
    private let seconds: Int
    private let share: Double

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - size: of the screen, all of which is recorded.
    ///   - sourceRate: how often the screen changes.
    ///   - filmRate: the most pictures a second in the film.
    ///   - seconds: for how long it is recorded.
    ///   - share: how many of the pictures must be there.
    package init(
        size: PixelSize = PixelSize(width: 1920, height: 1080),
        sourceRate: FrameRate,
        filmRate: FrameRate,
        seconds: Int = 20,
        share: Double = 0.99
    ) {
        self.size = size
        self.sourceRate = sourceRate
        self.filmRate = filmRate
        self.seconds = seconds
        self.share = share
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: size)
        let path = desktop.file("frames.mp4")
        let screen = try CounterScreen(desktop, PixelRect(size), rate: sourceRate)
        defer { screen.stop() }
        let recorder = try desktop.record([
            "--region", "\(PixelRect(size))", "--no-sound", "--fps", "\(filmRate)", "--timing", "vfr",
            "--duration", "\(seconds)", path,
        ])
        let finished = try recorder.awaitEvent("finished", within: .seconds(seconds + 60))
        try recorder.awaitEnd()
        let film = try DecodedFilm(AssetReader(path: path))
        var report = ScenarioReport()
        guard let start = recorder.filmStart else { return report }
        // The last picture may be one that is shown again, so that the film is as long as it was recorded.
        let pictures = film.pictures.dropLast()
        let numbers = pictures.compactMap(\.number)
        let isFaster = sourceRate.framesPerSecond >= filmRate.framesPerSecond
        let shown = Set(
            try screen.showings().filter { showing in
                showing.time >= start && showing.time < start + .seconds(seconds)
            }.map(\.number)
        )
        let found = Set(numbers)
        let wanted = isFaster ? Int(filmRate.framesPerSecond * Double(seconds)) : shown.count
        let count = isFaster ? found.count : found.intersection(shown).count
        report.add("frames of \(wanted)", Double(count), atLeast: (Double(wanted) * share).rounded(.down))
        report.add("unreadable", pictures.count - numbers.count, wanted: 0)
        report.add("out of order", zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count, wanted: 0)
        // A screen that was held up between two pictures has shown one number in both.
        let largestRepeat = (Double(wanted) * (1 - share)).rounded(.up)
        report.add("shown twice", Double(numbers.count - found.count), atMost: largestRepeat)
        report.add(note: "the screen showed", Double(shown.count))
        report.add(note: "dropped", finished.numbers["frames_dropped"] ?? -1)
        return report
    }
}
