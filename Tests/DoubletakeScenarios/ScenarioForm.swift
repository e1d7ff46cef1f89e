/// How much of a scenario is tried.
package enum ScenarioForm: Sendable {
    /// As much as a test has time for.
    case short
    /// All of it.
    case long
}
