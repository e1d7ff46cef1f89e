import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// Many short takes, some at a time: all are good at the first attempt, and nothing is left of them but their films.
package struct BatchScenario: Scenario {
    private let takeCount: Int

    /// Describes the scenario.
    package init(takes takeCount: Int = 200) {
        self.takeCount = takeCount
    }

    package func run(tool: String) throws -> ScenarioReport {
        let numbers = (1...takeCount).map { "\"\($0)\"" }.joined(separator: ", ")
        let plan = try BatchPlan(
            tool: tool,
            """
            version: 1
            defaults: {display: 640x360, record: {no-sound: true}, output: "out/{name}.mp4"}
            takes:
              - name: take
                matrix: {number: [\(numbers)]}
                terminal: {command: "echo take {number}; sleep 100", size: 40x8}
                ready: {window: "class:xterm", still: 200ms}
                steps: [{wait: 1s}, {mark: "half"}]
            """
        )
        let traces = try BatchPlan.traces()
        let run = try plan.run(["--jobs", "2"], timeOut: Double(takeCount) * 20)
        let takes = try plan.takes()
        var report = ScenarioReport()
        report.add("exit status", run.status, wanted: 0)
        report.add("good at once", takes.filter { $0.status == "ok" && $0.attempts == 1 }.count, ofAll: takeCount)
        let films = takes.compactMap(\.film).map { plan.path($0) }
        let good = try films.filter { try ProcessRun.run([tool, "verify", $0]).status == 0 }
        report.add("verified", good.count, ofAll: takeCount)
        report.add(
            "chapters", try films.filter { try MediaProbe.chapters($0).last?.name == "half" }.count, ofAll: takeCount)
        report.add("processes left", try plan.leftovers(), wanted: 0)
        report.add("folders and segments left", try BatchPlan.traces() - traces, wanted: 0)
        return report
    }
}
