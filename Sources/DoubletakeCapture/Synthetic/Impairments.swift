/// How badly a synthetic source delivers, to see what the recorder makes of it.
///
/// The same seed does the same again.
package struct Impairments: Sendable {
    /// Each buffer is delivered later than a perfect source would by a random time up to this.
    package let deliveryJitter: Duration
    /// What the random numbers begin with.
    package let seed: UInt64

    /// A perfect source.
    package static let none = Impairments(deliveryJitter: .zero)

    /// Creates impairments.
    package init(deliveryJitter: Duration, seed: UInt64 = 1) {
        self.deliveryJitter = deliveryJitter
        self.seed = seed
    }
}
