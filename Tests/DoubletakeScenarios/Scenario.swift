/// A proof of what the recorder is for: the built program records what is known, and the film is compared with that.
///
/// A scenario has a short form, which tests run, and a long one, which measures. It blocks until it is done.
package protocol Scenario: Sendable {
    /// Records, looks at the film, and says what was found.
    ///
    /// - Parameter tool: the path of the recorder.
    /// - Throws: when there is nothing to compare: the recorder did not record at all, or a server would not start.
    func run(tool: String) throws -> ScenarioReport
}
