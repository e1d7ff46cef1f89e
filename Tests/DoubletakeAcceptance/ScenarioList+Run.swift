import DoubletakeScenarios

extension ScenarioList.Row {
    /// Runs all parts, and puts their figures into one line.
    func run(tool: String) -> (line: String, isGood: Bool) {
        var report = ScenarioReport()
        do {
            for part in parts {
                let found = try part.scenario.run(tool: tool)
                if let name = part.name {
                    report.add(found, as: name)
                } else {
                    report = found
                }
            }
        } catch {
            let words = "\(error)".split(separator: "\n").joined(separator: " | ")
            return ([report.line, words].filter { !$0.isEmpty }.joined(separator: ", "), false)
        }
        return (report.line, report.isGood)
    }
}
