public import DoubletakeMedia

/// How a picture looks that is one of several in a canvas: what is shown of it, in which outline, and what lies over it.
public struct TileStyle: Hashable, Sendable {
    /// Whether left and right are exchanged.
    public enum Mirroring: Hashable, Sendable {
        /// As the camera sees it: what is written can be read.
        case none
        /// As in a mirror.
        case horizontal
    }

    /// A picture's outline.
    public enum Outline: String, CaseIterable, Sendable {
        /// A rectangle.
        case rectangle = "rect"
        /// A rectangle with round corners.
        case rounded
        /// A circle, which shows the middle of the picture.
        case round
    }

    /// What is written over the picture; nil for nothing.
    public var label: String?
    /// Whether left and right are exchanged, after the turn.
    public var mirroring: Mirroring
    /// By how much it is turned, after it was cropped.
    public var rotation: PictureRotation
    /// The part that is shown, in the source's own pixels; nil for all of it.
    ///
    /// What lies outside of the picture is left out; where nothing is left, all of the picture is shown.
    public var crop: PixelRect?
    /// Its outline.
    public var outline: Outline
    /// How wide the white line around it is, in pixels; 0 for none.
    public var borderWidth: Int
    /// From 0, which shows what is below, to 1, which hides it.
    public var opacity: Double

    /// Creates a style; what isn't said is as the picture comes.
    public init(
        label: String? = nil,
        mirroring: Mirroring = .none,
        rotation: PictureRotation = .none,
        crop: PixelRect? = nil,
        outline: Outline = .rectangle,
        borderWidth: Int = 0,
        opacity: Double = 1
    ) {
        self.label = label
        self.mirroring = mirroring
        self.rotation = rotation
        self.crop = crop
        self.outline = outline
        self.borderWidth = borderWidth
        self.opacity = opacity
    }
}

extension TileStyle {
    /// The part of a picture that is shown, in whole chroma samples.
    package func shownPart(of picture: PixelSize) -> PixelRect {
        let whole = PixelRect(picture)
        let wanted = crop?.intersection(whole).expanded(toMultiplesOf: 2).intersection(whole)
        let part = wanted.flatMap { $0.isEmpty ? nil : $0 } ?? whole
        guard outline == .round else { return part }
        let side = min(part.width, part.height)
        return PixelRect(
            x: part.x + ((part.width - side) / 2 & ~1),
            y: part.y + ((part.height - side) / 2 & ~1),
            width: side,
            height: side
        ).expanded(toMultiplesOf: 2).intersection(part)
    }

    /// The size in which a picture of that size is shown, where it isn't scaled.
    package func shownSize(of picture: PixelSize) -> PixelSize {
        rotation.size(of: shownPart(of: picture).size)
    }

    /// What a layout has to know of a picture of that size.
    func layoutPicture(_ picture: PixelSize, gravity: PictureGravity?) -> Layout.Picture {
        // A circle stays one whatever its cell's shape is.
        Layout.Picture(
            size: shownSize(of: picture),
            gravity: outline == .round ? .fit : gravity
        )
    }

    /// Whether nothing below it can be seen.
    var isOpaque: Bool {
        outline == .rectangle && opacity >= 1
    }
}
