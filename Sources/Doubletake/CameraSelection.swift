public import DoubletakeComposition

/// A camera whose picture is in the film, and how it looks there.
public struct CameraSelection: Hashable, Sendable {
    /// Its id, its name, or a word such as `front` and `back`.
    public var device: String
    /// How its picture looks.
    public var style: TileStyle

    /// Creates a selection.
    public init(_ device: String, style: TileStyle = TileStyle()) {
        self.device = device
        self.style = style
    }
}

/// Which cameras' pictures have a label.
public enum CameraLabels: Hashable, Sendable {
    /// Those that have one in their style.
    case named
    /// All; a camera without a label is called by its own name.
    case all
    /// None.
    case none
}

/// Several pictures as they are shown in a film at this moment.
public struct PictureArrangement: Hashable, Sendable {
    /// The layout's name.
    public let layout: String
    /// The ids of the devices that are shown, the one that matters most first.
    public let pictures: [String]
}
