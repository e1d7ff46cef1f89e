import DoubletakeControl

/// Where the sockets of a login session's recorders are.
enum RemoteFolder {
    /// `doubletake` in the folder that `XDG_RUNTIME_DIR` names; nil without one.
    static func folder(environment: [String: String]) -> ControlFolder? {
        guard let path = environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") else { return nil }
        return ControlFolder(path: "\(path)/doubletake")
    }
}
