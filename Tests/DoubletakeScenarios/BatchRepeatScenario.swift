import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation

/// The same plan twice: the same screenshots, the same steps at the same times, and the same pictures at each marker.
package struct BatchRepeatScenario: Scenario {
    /// Describes the scenario.
    package init() {}

    private static let plan = """
        version: 1
        defaults: {display: 640x360, record: {no-sound: true, fps: 30}, output: "out/{name}.mp4"}
        takes:
          - name: typed
            matrix: {word: [one, two]}
            terminal: {command: 'PS1="$ " exec sh', size: 60x12}
            ready: {window: "class:xterm", still: 500ms}
            steps:
              - {wait: 500ms}
              - {type: "echo {word}"}
              - {wait: 300ms}
              - {mark: typed}
              - {wait: 500ms}
              - {move: {at: [300, 200]}, over: 300ms}
              - {key: Return}
              - {wait: 500ms}
              - {mark: done}
              - {screenshot: "out/{name}.png"}
              - {wait: 300ms}
        """

    package func run(tool: String) throws -> ScenarioReport {
        let plans = try [BatchPlan(tool: tool, Self.plan), BatchPlan(tool: tool, Self.plan)]
        var report = ScenarioReport()
        for plan in plans { report.add("exit status", try plan.run(["--jobs", "1"]).status, wanted: 0) }
        let takes = try plans.map { try $0.takes() }
        for (first, second) in zip(takes[0], takes[1]) {
            let shots = plans.map { FileManager.default.contents(atPath: $0.path("out/\(first.name).png")) }
            report.add("\(first.name): screenshots are equal", isTrue: shots[0] != nil && shots[0] == shots[1])
            let differences = zip(first.steps, second.steps).map { abs(($0.time ?? 0) - ($1.time ?? .infinity)) }
            report.add("largest difference of steps", (differences.max() ?? .infinity) * 1000, unit: " ms", atMost: 34)
            for (marker, name) in ["typed", "done"].enumerated() {
                let pictures = try plans.map { try Self.picture(at: name, ofFilm: $0.path("out/\(first.name).mp4")) }
                report.add("PSNR at marker \(marker + 1)", try Self.likeness(pictures), unit: " dB", atLeast: 40)
            }
        }
        return report
    }

    /// The picture at a chapter, as a file of its own beside the film.
    private static func picture(at marker: String, ofFilm film: String) throws -> String {
        let chapter = try MediaProbe.chapters(film).first { $0.name == marker }
        let path = "\(film)-\(marker).png"
        let time = "\((chapter?.start ?? .zero).inSeconds + 0.2)"
        _ = try ProcessRun.succeed(["ffmpeg", "-v", "error", "-y", "-ss", time, "-i", film, "-frames:v", "1", path])
        return path
    }

    /// What ffmpeg says of two pictures, in decibels; infinite ones are equal.
    private static func likeness(_ pictures: [String]) throws -> Double {
        let inputs = pictures.flatMap { ["-i", $0] }
        let run = try ProcessRun.run(["ffmpeg", "-hide_banner"] + inputs + ["-lavfi", "psnr", "-f", "null", "-"])
        let value = run.standardError.split(separator: " ").last { $0.hasPrefix("average:") }?.dropFirst(8)
        return value == "inf" ? 1000 : value.flatMap { Double($0) } ?? 0
    }
}
