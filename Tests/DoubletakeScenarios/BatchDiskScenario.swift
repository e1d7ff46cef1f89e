import DoubletakeMedia
import DoubletakeTestSupport

/// The disk is full in the third of eight takes: that one says so, and the others are good.
///
/// The disk is a real one, in memory; it needs a kernel that lets anybody mount in a namespace of one's own.
package struct BatchDiskScenario: Scenario {
    /// Describes the scenario.
    package init() {}

    private static let plan = """
        version: 1
        defaults: {display: none, record: {cameras-only: true, camera: ["test:ball"], no-sound: true}, stop: {hold: 200ms}}
        takes:
          - {name: "1"}
          - {name: "2"}
          - name: "3"
            setup: [{shell: "head -c 100M /dev/zero > ballast || true"}]
            cleanup: [{shell: "rm ballast"}]
          - {name: "4"}
          - {name: "5"}
          - {name: "6"}
          - {name: "7"}
          - {name: "8"}
        """

    /// Mounts a disk, runs the plan on it, and takes the report off before the disk goes.
    private static let script = """
        mount -t tmpfs -o size=40m none "$1" || exit 99
        cp "$2" "$1/plan.yaml"
        "$3" batch "$1/plan.yaml" --jobs 1
        status=$?
        cp -r "$1/plan.report" "$4"
        exit $status
        """

    package func run(tool: String) throws -> ScenarioReport {
        let plan = try BatchPlan(tool: tool, Self.plan)
        _ = try ProcessRun.succeed(["mkdir", plan.path("disk"), plan.path("rescue")])
        let paths = [plan.path("disk"), plan.path("plan.yaml"), tool, plan.path("rescue")]
        let words = ["unshare", "-rm", "bash", "-c", Self.script, "disk"] + paths
        let run = try ProcessRun.run(words, environment: BatchPlan.environment, timeOut: 120)
        let takes = try plan.takes("rescue/plan.report/report.json")
        var report = ScenarioReport()
        report.add("exit status", run.status, wanted: 1)
        report.add("good", takes.filter { $0.status == "ok" }.map(\.name), wanted: ["1", "2", "4", "5", "6", "7", "8"])
        let reason = takes.first { $0.name == "3" }?.fault?.reason ?? "none"
        report.add("the third says that the disk is full", isTrue: reason.contains("are free on its disk"))
        return report
    }
}
