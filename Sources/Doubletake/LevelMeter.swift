import DoubletakeMedia

/// How loud a source has been, for each of those who ask.
struct LevelMeter: Sendable {
    /// Who asks; each gets all that came since it last asked.
    enum Reader: Sendable {
        /// A meter that moves, many times a second.
        case meter
        /// A status, once a second.
        case status
    }

    private var forMeter: AudioLevel?
    private var forStatus: AudioLevel?

    /// Adds the next sound.
    mutating func add(_ level: AudioLevel) {
        forMeter = forMeter.map { $0.union(level) } ?? level
        forStatus = forStatus.map { $0.union(level) } ?? level
    }

    /// How loud it has been since this reader last asked; nil when nothing came.
    mutating func take(for reader: Reader) -> AudioLevel? {
        switch reader {
        case .meter:
            defer { forMeter = nil }
            return forMeter
        case .status:
            defer { forStatus = nil }
            return forStatus
        }
    }
}
