package import DoubletakeMedia

/// What a person does with the preview's window.
package enum PreviewEvent: Hashable, Sendable {
    /// The picture was tapped at that time.
    case tap(MediaTime)
    /// A control was pressed at that time.
    case pressed(PreviewControl, MediaTime)
    /// A control's menu was opened, and its choices should be those that there are now.
    case menuOpened(PreviewControl)
    /// Something was chosen in a menu.
    case chosen(PreviewChoice)
    /// A place of the picture is to be sharp and neither too bright nor too dark.
    case focus(PreviewPoint)
    /// The small picture was moved: its upper left corner shall be there.
    case moved(PreviewPoint)
    /// The window is to be closed.
    case closed
    /// The server is gone, and the window with it; why.
    case lost(reason: String)
}

/// What can be chosen in a menu.
package enum PreviewChoice: Hashable, Sendable {
    /// A layout, by its name.
    case layout(String)
    /// A camera for a place, by its id.
    case device(place: Int, id: String)
    /// Whether the camera in a place is shown: the other way round.
    case visibility(place: Int)
    /// Which cameras are mirrored.
    case mirroring(PreviewMirroring)
    /// How large cameras' pictures are, by its name.
    case format(String)
}

/// A place in the preview's picture, in parts of its width and height.
package struct PreviewPoint: Hashable, Sendable {
    /// 0 at the left edge, 1 at the right one.
    package let x: Double
    /// 0 at the upper edge, 1 at the lower one.
    package let y: Double

    /// Creates a place.
    package init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}
