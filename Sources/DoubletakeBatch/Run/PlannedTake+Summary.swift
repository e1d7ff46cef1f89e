import DoubletakeMedia

extension PlannedTake {
    /// What would happen, for people: `--dry-run`.
    package var summary: String {
        var lines = ["\(name) -> \(output)"]
        switch display {
        case .new(let size): lines.append("  screen: its own, \(size)")
        case .current: lines.append("  screen: yours")
        case .none: lines.append("  screen: none")
        }
        switch program {
        case .words(let words): lines.append("  starts: \(words.joined(separator: " "))")
        case .shell(let line): lines.append("  starts: sh -c \(line.debugDescription)")
        case .terminal(let terminal): lines.append("  starts: a terminal with \(terminal.command.debugDescription)")
        case nil: break
        }
        if let ready { lines.append("  ready when: \(ready.words)") }
        if start == .key {
            lines.append("  begins at the key\(cue.map { ", after the cue \($0.debugDescription)" } ?? "")")
        }
        if !recordArguments.isEmpty { lines.append("  record \(recordArguments.joined(separator: " "))") }
        for step in steps { lines.append("  - \(step.action.words)") }
        switch stop {
        case .afterSteps(let hold): lines.append("  ends: \(hold.inSeconds)s after the last step")
        case .programEnds: lines.append("  ends: with the program")
        case .key: lines.append("  ends: at two presses of the key")
        }
        for export in exports { lines.append("  makes: \(export.file)") }
        return lines.joined(separator: "\n")
    }
}
