import DoubletakeMedia

/// Where a batch reads and writes.
struct BatchFolders: Sendable {
    /// The plan's own: what the plan names is relative to it.
    let plan: String
    /// The report's, with a folder for each take.
    let report: String
    /// That of the system for what is gone soon.
    let temporary: String

    /// The longest path of a temporary folder in which there can be sockets: a socket's address has room for 107 bytes, and
    /// the names below take fifty of them.
    private static let longestTemporaryPath = 50

    /// Creates the folders' names; no folder is made.
    init(plan: String, report: String, environment: [String: String]) {
        (self.plan, self.report) = (plan, report)
        // As the system's own tools choose it: /tmp where nothing is said (Filesystem Hierarchy Standard, 3.18).
        let named = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        temporary = named.flatMap { $0.utf8.count <= Self.longestTemporaryPath ? $0 : nil } ?? "/tmp"
    }

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

    /// What the paths of the takes' folders for sockets begin with: a batch of the same report finds those of one that was
    /// killed.
    var socketFolderPrefix: String {
        "\(temporary)/\(socketFolderNamePrefix)"
    }

    private var socketFolderNamePrefix: String {
        var fingerprint = Fingerprint()
        fingerprint.add(report)
        return "doubletake-batch-\(fingerprint.text)-"
    }

    /// Removes the folders for sockets that a batch has left which was killed.
    func removeLeftSocketFolders() {
        for name in BatchFiles.names(in: temporary) where name.hasPrefix(socketFolderNamePrefix) {
            BatchFiles.removeFolder("\(temporary)/\(name)")
        }
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
