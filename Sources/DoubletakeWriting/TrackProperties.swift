import DoubletakeISOMedia
package import DoubletakeMedia

/// What a file says of a track beside what its packets are.
package struct TrackProperties: Hashable, Sendable {
    /// The language of what is spoken or written in it, by its code in ISO 639-2/T: "eng", "deu"; nil when nobody said.
    package var languageCode: String?
    /// How players turn and move its pictures.
    package var transform = PictureTransform.identity
    /// The size in which players show its pictures; nil for that of the pictures.
    package var naturalSize: PixelSize?
    /// How loud players play it: 1 as it is, 0 not at all.
    package var preferredVolume: Float = 1

    /// Creates properties that say nothing.
    package init() {}

    /// What of it the header of a track in a movie says.
    var appearance: TrackAppearance {
        TrackAppearance(
            volume: preferredVolume == 1 ? nil : Double(preferredVolume),
            matrix: transform == .identity
                ? nil
                : TrackAppearance.Matrix(
                    a: transform.a,
                    b: transform.b,
                    c: transform.c,
                    d: transform.d,
                    x: transform.tx,
                    y: transform.ty
                ),
            size: naturalSize
        )
    }
}

/// How players turn, mirror and move a picture before they show it: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// The numbers have the names and the meaning that they have in a CGAffineTransform.
public struct PictureTransform: Hashable, Sendable {
    /// How much of x comes from x.
    public var a: Double
    /// How much of y comes from x.
    public var b: Double
    /// How much of x comes from y.
    public var c: Double
    /// How much of y comes from y.
    public var d: Double
    /// How far it moves to the right.
    public var tx: Double
    /// How far it moves down.
    public var ty: Double

    /// Creates a transform.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The picture as it is.
    public static let identity = PictureTransform(a: 1, b: 0, c: 0, d: 1)
}
