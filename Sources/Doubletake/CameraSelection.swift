public import DoubletakeCapture
public import DoubletakeComposition

/// A camera whose picture is in the film, and how it looks there.
public struct CameraSelection: Hashable, Sendable {
    /// Its id, its name, or a word such as `front` and `back`.
    public var device: String
    /// How its picture looks.
    public var style: TileStyle
    /// What is wanted of its pictures; nil for what is wanted of all cameras.
    public var format: CameraFormatRequest?

    /// Creates a selection.
    public init(_ device: String, style: TileStyle = TileStyle(), format: CameraFormatRequest? = nil) {
        self.device = device
        self.style = style
        self.format = format
    }
}

/// Which cameras have a file of their own beside the film.
public enum CameraFiles: Hashable, Sendable {
    /// None.
    case none
    /// Each: `NAME.CAMERA.mp4` beside `NAME.mp4`, with the same start, pauses and end.
    case each
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
