/// An error that a person can act on: what it is about, what happened, and what to do.
///
/// Every error of this package that can reach a person is one. The tool prints it in two lines:
/// `error: <subject>: <reason>` and `help: <help>`.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What it is about, named as the person named it: a path, a device, an option.
    var subject: String { get }
    /// What failed, with the library's or the system's own words where it has some.
    var reason: String { get }
    /// One sentence that says what to do; it starts with a verb.
    var help: String { get }
}

extension ExplainedError {
    /// Subject and reason in one line.
    public var description: String {
        "\(subject): \(reason)"
    }
}
