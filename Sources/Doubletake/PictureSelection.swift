public import DoubletakeMedia

/// What the picture of a recording is taken from.
public enum PictureSelection: Hashable, Sendable {
    /// The monitor that has the pointer when the recorder arms.
    case monitorWithPointer
    /// The monitor with this id or name; `primary` is the one that the desktop calls so.
    case monitor(String)
    /// All monitors as one picture.
    case screen
    /// One window, by itself: its id, `active`, `title:TEXT` or `class:TEXT`.
    case window(String)
    /// A part of the whole screen, or of a monitor when one is named, in that one's own pixels.
    ///
    /// It may reach beyond: what lies outside is black.
    case region(PixelRect, ofMonitor: String? = nil)
    /// The cameras alone: no display is needed.
    case cameras
}
