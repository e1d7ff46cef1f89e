import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A batch that is killed is gone on with: what was good isn't recorded again, and nothing of the killed one is left.
package struct BatchResumeScenario: Scenario {
    /// Describes the scenario.
    package init() {}

    package func run(tool: String) throws -> ScenarioReport {
        let plan = try BatchPlan(
            tool: tool,
            """
            version: 1
            defaults: {display: 640x360, record: {mic: none}}
            takes:
              - name: take
                matrix: {number: ["1", "2", "3"]}
                terminal: {command: "echo {number}; sleep 100", size: 40x8}
                ready: {window: "class:xterm", still: 200ms}
                steps: [{wait: 1s}]
                stop: {hold: 100ms}
            """
        )
        let traces = try BatchPlan.traces()
        let batch = try plan.start(["--jobs", "1"])
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        let pace = ConditionLock(())
        // The report comes with the end of the first take: the kill is in the second one, or before it.
        while plan.text("plan.report/report.json") == nil, clock.now < deadline {
            _ = pace.wait(until: clock.now + .milliseconds(10), on: clock) { _ in Bool?.none }
        }
        batch.send(SIGKILL)
        _ = batch.awaitEnd()
        let run = try plan.run(["--jobs", "1", "--resume"])
        var report = ScenarioReport()
        report.add("exit status", run.status, wanted: 0)
        report.add("takes", try plan.takes().map(\.status), wanted: ["unchanged", "ok", "ok"])
        report.add("processes left", try plan.leftovers(), wanted: 0)
        report.add("folders and segments left", try BatchPlan.traces() - traces, wanted: 0)
        return report
    }
}
