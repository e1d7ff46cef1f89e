import DoubletakeMedia
import DoubletakeTestSupport

/// Whatever goes wrong in a take is told of that take, and the others go on; a secret is in nothing that is written.
package struct BatchFaultsScenario: Scenario {
    private static let secret = "hunter2-and-more"

    /// Describes the scenario.
    package init() {}

    private static let plan = """
        version: 1
        defaults:
          display: 640x360
          timeout: 20s
          record: {mic: none}
          ready: {window: "class:xterm", within: 10s}
          stop: {hold: 200ms}
        takes:
          - {name: exits, run: ["/bin/sh", "-c", "echo gone; exit 3"]}
          - {name: absent, run: ["./no-such-program"]}
          - {name: windowless, run: ["sleep", "100"], ready: {window: "class:xterm", within: 1s}}
          - {name: forks, run: ["/bin/sh", "-c", "setsid xterm -e sleep 1000 & exit 0"]}
          - {name: floods, shell: "xterm -e sleep 100 & yes", steps: [{wait: 300ms}]}
          - {name: ignores, shell: "trap '' TERM; xterm -e sh -c 'trap \\"\\" TERM HUP; sleep 1000' & while :; do sleep 1; done"}
          - {name: vanishes, terminal: {command: "sleep 1"}, record: {window: "class:xterm"}, steps: [{wait: 2s}, {click: {at: [9, 9]}}]}
          - {name: unheard, terminal: {command: "sleep 100"}, steps: [{play: nothing.wav}]}
          - {name: silent, terminal: {command: "sleep 100"}, check: {sound: true}}
          - {name: unset, terminal: {command: "sleep 100"}, steps: [{type: {secret: NOT_SET}}]}
          - {name: late, terminal: {command: "sleep 100"}, timeout: 2s, steps: [{wait: 10s}]}
          - name: secret
            terminal: {command: "cat > typed.txt; cat typed.txt >&2; sleep 5"}
            steps: [{type: {secret: SHOP_PASSWORD}}, {key: Return}, {key: Ctrl+D}, {wait: 300ms}]
        """

    private static let reasons = [
        "exits": "it ended with status 3 before the window class:xterm is shown: gone",
        "absent": "it can't be started: No such file or directory",
        "windowless": "it took too long until the window class:xterm is shown",
        "vanishes": "there is no window of that name",
        "unheard": "this sound file can't be read",
        "silent": "nothing is heard in it",
        "unset": "this variable isn't set",
        "late": "it took longer than 2.0s",
    ]

    package func run(tool: String) throws -> ScenarioReport {
        let plan = try BatchPlan(tool: tool, Self.plan)
        var environment = BatchPlan.environment
        environment["SHOP_PASSWORD"] = Self.secret
        let traces = try BatchPlan.traces()
        let run = try plan.run(["--jobs", "2"], environment: environment)
        var report = ScenarioReport()
        report.add("exit status", run.status, wanted: 1)
        for take in try plan.takes() {
            report.add(take.name, take.fault?.reason ?? "good", wanted: Self.reasons[take.name] ?? "good")
        }
        report.add("processes left", try plan.leftovers(), wanted: 0)
        report.add("folders and segments left", try BatchPlan.traces() - traces, wanted: 0)
        // The program has written what was typed; nothing else has.
        report.add("files with the secret", try plan.files(with: Self.secret), wanted: ["typed.txt"])
        return report
    }
}
