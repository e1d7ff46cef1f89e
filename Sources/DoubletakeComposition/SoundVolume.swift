import DoubletakeMedia

/// How loud a source of sound is in the film.
public struct SoundVolume: Hashable, Sendable {
    /// How much louder than it comes, in decibels.
    public var gain: Double
    /// Whether nothing of it is heard; the gain comes back afterwards.
    public var isMuted: Bool

    /// Creates a volume; by default that at which nothing is changed.
    public init(gain: Double = 0, isMuted: Bool = false) {
        self.gain = gain
        self.isMuted = isMuted
    }

    /// What samples are multiplied by.
    var factor: Float {
        isMuted ? 0 : AudioLevel.factor(ofDecibels: gain)
    }
}
