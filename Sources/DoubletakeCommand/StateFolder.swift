/// The folder in which the tool keeps what it has to know the next time.
enum StateFolder {
    /// Its path, as the XDG Base Directory specification has it; nil where there is no place for one.
    static func path(environment: [String: String]) -> String? {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
        return (state ?? home).map { "\($0)/doubletake" }
    }
}
