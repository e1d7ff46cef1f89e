/// At which times the pictures of a recording come.
public enum FrameTiming: String, CaseIterable, Sendable {
    /// Only changes, at their true times; the same picture again when nothing changes for a while.
    case variable = "vfr"
    /// One picture in every frame interval, for editors.
    case constant = "cfr"
}
