public import DoubletakeMedia

/// What is to be made of a film.
public struct FilmExport: Sendable {
    /// The film.
    public var source: String
    /// The new file; its extension says what kind.
    public var target: String
    /// Where the part begins.
    public var start: Duration
    /// Where it ends; nil at the film's end.
    public var end: Duration?
    /// 2 shows it in half the time, and leaves the sound's pitch as it is.
    public var speed: Double
    /// The size that the picture is fitted into; nil for its own.
    public var size: PixelSize?
    /// Whether a file of the target's name may be replaced, once the new one is complete.
    public var replacement: FilmReplacement

    /// Describes the whole film at its own speed and size.
    public init(source: String, target: String) {
        self.source = source
        self.target = target
        start = .zero
        speed = 1
        replacement = .never
    }

    /// The speeds that can be had.
    ///
    /// Slower, and each picture stands for a second; faster, and nobody can follow.
    public static let speeds = 0.1...100.0
}
