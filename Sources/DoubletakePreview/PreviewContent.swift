import DoubletakeMedia

/// What is shown in the preview's window.
struct PreviewContent: Sendable {
    /// Where the menu is.
    enum MenuPlace: Sendable {
        /// None is open.
        case closed
        /// It is there.
        case open(PreviewMenu.Geometry)
    }

    /// The newest picture; nil when none has come since the last one was drawn.
    var frame: VideoFrame?
    /// What the strip tells; nil when that is as before.
    var status: PreviewStatus?
    /// How the pointer and the keyboard have the strip and the menu look; nil when that is as before.
    var look: PreviewLook?
    /// Where the menu is; nil when that is as before.
    var menuPlace: MenuPlace?
    /// The size of the picture's window; nil when that is as before.
    var pictureSize: PixelSize?
    /// Whether the picture has to be drawn again.
    var isPictureExposed = false
    /// Whether the strip has to be drawn again.
    var isStripExposed = false
    /// Whether the menu has to be drawn again.
    var isMenuExposed = false

    static func merge(_ earlier: PreviewContent, _ later: PreviewContent) -> PreviewContent {
        var merged = later
        if let frame = earlier.frame { merged.frame = later.frame.map { $0.superseding(frame) } ?? frame }
        merged.status = later.status ?? earlier.status
        merged.look = later.look ?? earlier.look
        merged.menuPlace = later.menuPlace ?? earlier.menuPlace
        merged.pictureSize = later.pictureSize ?? earlier.pictureSize
        merged.isPictureExposed = later.isPictureExposed || earlier.isPictureExposed
        merged.isStripExposed = later.isStripExposed || earlier.isStripExposed
        merged.isMenuExposed = later.isMenuExposed || earlier.isMenuExposed
        return merged
    }
}
