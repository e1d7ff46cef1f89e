/// How badly a synthetic source delivers, to see what the recorder makes of it.
///
/// The same seed does the same again.
package struct Impairments: Sendable {
    /// Each buffer is delivered later than a perfect source would by a random time up to this.
    package let deliveryJitter: Duration
    /// By how many millionths the clock of the sound is slow, or fast.
    package let drift: Double
    /// What the random numbers begin with.
    package let seed: UInt64

    /// A perfect source.
    package static let none = Impairments()

    /// Creates impairments.
    package init(deliveryJitter: Duration = .zero, drift: Double = 0, seed: UInt64 = 1) {
        self.deliveryJitter = deliveryJitter
        self.drift = drift
        self.seed = seed
    }
}
