import DoubletakeMedia

/// Where a batch reads and writes.
struct BatchFolders: Sendable {
    /// The plan's own: what the plan names is relative to it.
    let plan: String
    /// The report's, with a folder for each take.
    let report: String

    func folder(of take: PlannedTake) -> String {
        "\(report)/\(take.name)"
    }

    func log(of take: PlannedTake, attempt: Int) -> String {
        "\(report)/\(relativeLog(of: take, attempt: attempt))"
    }

    /// As the report's folder sees it.
    func relativeLog(of take: PlannedTake, attempt: Int) -> String {
        attempt == 1 ? "\(take.name)/log.txt" : "\(take.name)/log-\(attempt).txt"
    }

    /// What the environment of all processes of a take has.
    func mark(of take: PlannedTake) -> String {
        "\(mark)\(take.name)/"
    }

    /// What all takes' marks begin with.
    var mark: String { "\(report)//" }

    /// What the names of the takes' folders for sockets begin with: a batch of the same report finds those of one that was
    /// killed.
    var socketFolderPrefix: String {
        var fingerprint = Fingerprint()
        fingerprint.add(report)
        return "doubletake-batch-\(fingerprint.text)-"
    }

    func fingerprint(of take: PlannedTake, _ tools: BatchTools) -> String {
        var program: String?
        if case .words(let words) = take.program, let name = words.first {
            let path = name.contains("/") ? BatchFiles.path(name, in: plan) : name
            program = ProgramSearch.find(path, path: tools.environment["PATH"] ?? "")
        }
        return take.fingerprint(programPath: program)
    }
}
