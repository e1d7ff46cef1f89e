import DoubletakeMedia

/// A picture that can be told to be right or wrong by looking at it, or by a program.
protocol TestPattern: Sendable {
    /// Whether every picture is the same.
    var isStill: Bool { get }

    /// What differs between two successive pictures, the first of which is not 0.
    func damage(in size: PixelSize) -> Damage

    /// Draws what `damage` says of picture `number`, or all of it when `number` is the first one drawn.
    func draw(_ number: Int64, damage: Damage, into canvas: PixelBuffer)
}
