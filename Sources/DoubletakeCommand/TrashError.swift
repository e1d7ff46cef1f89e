import DoubletakeMedia

/// Why a file can't be moved to the trash; it is where it was.
struct TrashError: ExplainedError, Hashable {
    /// The file.
    let file: String
    /// What failed.
    let error: SystemCallError

    var subject: String { file }
    var reason: String { "it can't be moved to the trash: \(error.call): \(error.reason)" }
    var help: String { "Remove \(file) by hand." }
}
