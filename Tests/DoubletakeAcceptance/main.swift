import DoubletakeScenarios
import Glibc

// DoubletakeAcceptance TOOL NAME...: runs scenarios on the recorder at TOOL, and prints a line for each. Without a name
// it lists them. The status is 0 when every figure is as wanted.

let arguments = CommandLine.arguments.dropFirst()
let names = arguments.dropFirst()
guard let tool = arguments.first, !names.isEmpty else {
    for row in ScenarioList.rows {
        let padding = String(repeating: " ", count: max(14 - row.name.utf8.count, 1))
        print("\(row.name)\(padding)\(row.help)")
    }
    exit(0)
}
let rows = names.compactMap { name in ScenarioList.rows.first { $0.name == name } }
guard rows.count == names.count else {
    let unknown = names.filter { name in !ScenarioList.rows.contains { $0.name == name } }
    print("no scenario: \(unknown.joined(separator: " "))")
    exit(64)
}
var isGood = true
for row in rows {
    let outcome = row.run(tool: tool)
    isGood = isGood && outcome.isGood
    print("\(row.name): \(outcome.line): \(outcome.isGood ? "ok" : "short")")
}
exit(isGood ? 0 : 1)
