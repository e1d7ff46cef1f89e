import DoubletakeMedia
import DoubletakeTestSupport

/// A plan as an array of jobs on a Slurm cluster: the merged report is the one that one machine writes.
package struct SlurmScenario: Scenario {
    private static let partCount = 4

    /// Describes the scenario.
    package init() {}

    private static let plan = """
        version: 1
        defaults: {display: 640x360, record: {no-sound: true}, output: "out/{name}.mp4"}
        takes:
          - name: take
            matrix: {number: ["1", "2", "3", "4", "5", "6"]}
            terminal: {command: "echo {number}; sleep 100", size: 40x8}
            ready: {window: "class:xterm", still: 200ms}
            steps: [{wait: 500ms}, {mark: "{number}"}]
          - {name: faulty, run: ["/bin/false"]}
        """

    package func run(tool: String) throws -> ScenarioReport {
        let whole = try BatchPlan(tool: tool, Self.plan)
        _ = try whole.run()
        let parts = try BatchPlan(tool: tool, Self.plan)
        let cluster = try PrivateSlurm()
        let line = "\(tool) batch \(parts.path("plan.yaml")) --shard auto"
        let array = ["--array=0-\(Self.partCount - 1)", "--output=\(parts.path("job-%a.txt"))"]
        _ = try cluster.command(["sbatch", "--wait"] + array + ["--wrap", line])
        let reports = (1...Self.partCount).map { parts.path("plan.report-\($0)/report.json") }
        let merged = parts.path("merged/report.json")
        let merge = try ProcessRun.run([tool, "batch", "merge-report"] + reports + [merged])
        var report = ScenarioReport()
        report.add("exit status of a report with a failed take", merge.status, wanted: 1)
        report.add("takes", try Self.facts(parts.takes("merged/report.json")), wanted: try Self.facts(whole.takes()))
        return report
    }

    /// What doesn't depend on how fast the machine was.
    private static func facts(_ takes: [BatchPlan.Take]) -> [String] {
        takes.map { take in
            let steps = take.steps.map(\.step).joined(separator: ", ")
            return "\(take.name) \(take.status) \(take.film ?? "-") \(take.fault?.reason ?? "-") [\(steps)]"
        }
    }
}
