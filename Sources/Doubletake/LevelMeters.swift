/// When a recorder tells how loud its sources are, twenty times a second.
public enum LevelMeters: Sendable {
    /// While it is armed and while it records.
    case always
    /// Only while it is armed; a status has the levels of its second.
    case whileArmed
}
