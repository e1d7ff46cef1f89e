import DoubletakeMedia

/// Notices that a camera delivers fewer pictures than it said, as many do in the dark.
struct RateWatch {
    /// How long pictures are counted.
    ///
    /// Shorter, and a camera that adjusts itself for a moment is told of; longer, and the warning comes late.
    private static let window = Duration.seconds(2)

    private let nominal: Double
    private var begin: (time: MediaTime, sequence: UInt32)?
    /// How many windows in a row were slow; the first of them may have begun before it got dark.
    private var slowCount = 0

    init(_ rate: FrameRate) {
        nominal = rate.framesPerSecond
    }

    /// Takes a picture's time, and its number by the driver: what was lost on the way to us is no fault of the light.
    ///
    /// - Returns: how many pictures a second there are, once when it begins to be slow.
    mutating func note(_ time: MediaTime, _ sequence: UInt32) -> Int? {
        guard let begin, sequence > begin.sequence else {
            begin = (time, sequence)
            return nil
        }
        let elapsed = time - begin.time
        guard elapsed >= Self.window else { return nil }
        self.begin = (time, sequence)
        let rate = Double(sequence - begin.sequence) / elapsed.inSeconds
        // Half of what was said is slow; nearly all of it is fine again.
        if rate >= nominal * 0.9 { slowCount = 0 }
        guard rate < nominal * 0.7 else { return nil }
        slowCount += 1
        return slowCount == 2 ? Int(rate.rounded()) : nil
    }
}
