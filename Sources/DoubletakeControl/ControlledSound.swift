/// Which kind of sound another program means.
public enum ControlledSound: String, CaseIterable, Codable, Sendable {
    /// The applications' sound.
    case applications = "app"
    /// The microphones.
    case microphones = "mic"
}
