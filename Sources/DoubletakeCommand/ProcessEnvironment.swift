import FoundationEssentials

/// The process's environment, read once by the tool's `main`; no library reads it.
enum ProcessEnvironment {
    /// All variables.
    static func variables() -> [String: String] {
        ProcessInfo.processInfo.environment
    }
}
