import DoubletakeMedia

/// Something in a plan that can't be carried out as it is written.
package struct PlanError: ExplainedError, Hashable {
    /// The plan's file, as it was named.
    package let file: String
    /// Where in it, both from 1; nil for the plan as a whole.
    package let line: Int?
    /// See `line`.
    package let column: Int?
    package let reason: String
    package let help: String

    init(_ file: String, at place: YAMLNode.Place?, _ reason: String, help: String) {
        (self.file, line, column) = (file, place?.line, place?.column)
        (self.reason, self.help) = (reason, help)
    }

    /// `plan.yaml:12:5`.
    package var subject: String {
        guard let line, let column else { return file }
        return "\(file):\(line):\(column)"
    }
}
