import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// A presenter's take on the presenter's own screen: its cue, a press, a film that is thrown away, another press, the steps,
/// and two presses.
package struct AttendedTakeScenario: Scenario {
    /// Describes the scenario.
    package init() {}

    package func run(tool: String) throws -> ScenarioReport {
        let server = try PrivateXServer(size: PixelSize(width: 640, height: 360))
        let plan = try BatchPlan(
            tool: tool,
            """
            version: 1
            takes:
              - name: greeting
                display: current
                record: {no-sound: true, region: 320x180+10+10}
                start: key
                cue: "Say hello"
                steps: [{wait: 300ms}, {mark: "hello"}]
                stop: {when: key}
            """
        )
        var environment = BatchPlan.environment
        environment["DISPLAY"] = server.display
        environment["XDG_DATA_HOME"] = plan.path("data")
        let batch = try plan.start(["--json"], environment: environment)
        var report = ScenarioReport()
        try awaitCue(in: plan)
        try server.run(["xdotool", "key", "F9"])
        try awaitLog(in: plan) { $0.contains(Self.started) }
        try server.run(["xdotool", "key", "F8"])
        try awaitCue(in: plan)
        try server.run(["xdotool", "key", "F9"])
        try awaitLog(in: plan) { $0.contains("\"event\":\"marker\"") }
        try server.run(["xdotool", "key", "--delay", "80", "F9", "F9"])
        report.add("exit status", batch.awaitEnd(), wanted: 0)
        let take = try plan.takes().first
        report.add("take", take?.status ?? "none", wanted: "ok")
        report.add("attempts", take?.attempts ?? 0, wanted: 1)
        let film = plan.path(take?.film ?? "")
        report.add("chapters", try MediaProbe.chapters(film).map(\.name).last ?? "none", wanted: "hello")
        return report
    }

    private static let started = "\"event\":\"started\""

    /// Waits until the presenter may press the key, of an attempt that hasn't begun.
    private func awaitCue(in plan: BatchPlan) throws {
        try awaitLog(in: plan) { $0.contains("cue: Say hello") && !$0.contains(Self.started) }
    }

    /// Waits for what the take's log says, which begins anew with each attempt.
    private func awaitLog(in plan: BatchPlan, _ isSo: (String) -> Bool) throws {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(30)
        let pace = ConditionLock(())
        while !isSo(plan.text("plan.report/greeting/log.txt") ?? "") {
            guard clock.now < deadline else { throw TooLate(log: plan.text("plan.report/greeting/log.txt") ?? "") }
            _ = pace.wait(until: clock.now + .milliseconds(10), on: clock) { _ in Bool?.none }
        }
    }

    private struct TooLate: Error {
        let log: String
    }
}
