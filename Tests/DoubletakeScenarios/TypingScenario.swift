import DoubletakeMedia
import DoubletakeTestSupport

/// A text with characters that are on no key is typed fast, again and again: a program gets just that.
package struct TypingScenario: Scenario {
    private static let text = "The quick brown fox — größer 日本 €"

    private let rounds: Int

    /// Describes the scenario.
    package init(rounds: Int = 50) {
        self.rounds = rounds
    }

    package func run(tool: String) throws -> ScenarioReport {
        // Some rounds a take: each take has a keyboard that nobody has touched.
        let perTake = min(5, rounds)
        let step = "{type: \"\(Self.text)\"}, {key: Return}, {wait: 200ms}"
        let numbers = (0..<(rounds + perTake - 1) / perTake).map { "\"\($0)\"" }.joined(separator: ", ")
        let plan = try BatchPlan(
            tool: tool,
            """
            version: 1
            defaults: {display: 640x360, typing: 30/s, record: {mic: none}}
            takes:
              - name: typed
                matrix: {number: [\(numbers)]}
                terminal: {command: "cat > typed-{number}.txt", size: 50x8}
                ready: {window: "class:xterm", still: 200ms}
                steps: [\(Array(repeating: step, count: perTake).joined(separator: ", "))]
            """
        )
        let run = try plan.run(["--jobs", "1"])
        var report = ScenarioReport()
        report.add("exit status", run.status, wanted: 0)
        let lines = (0..<(rounds + perTake - 1) / perTake).flatMap { number in
            (plan.text("typed-\(number).txt") ?? "").split(separator: "\n")
        }
        report.add(
            "typed as written", lines.filter { $0 == Self.text }.count,
            ofAll: (rounds + perTake - 1) / perTake * perTake)
        return report
    }
}
