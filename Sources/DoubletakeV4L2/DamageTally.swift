import DoubletakeMedia

/// Counts pictures that were damaged, and says so now and then.
struct DamageTally {
    /// How long the next report waits after one.
    ///
    /// Shorter, and a camera with a bad cable fills the screen with warnings; longer, and nobody knows whether it's over.
    private static let pause = Duration.seconds(10)

    /// After how many damaged pictures in a row the camera is believed to make no others.
    ///
    /// Fewer, and smear is shown after a bad second; more, and a camera whose JPEGs are never faultless shows nothing
    /// for long.
    private static let despair = 30

    private var untold = 0
    private var inARow = 0
    private var lastReport: MediaTime?

    /// Whether so many have been damaged that the next one is to be shown as well as can be.
    var isDesperate: Bool { inARow >= Self.despair }

    /// Takes a damaged picture.
    ///
    /// - Returns: how many there were since this was last told; nil when it isn't time to tell.
    mutating func add(at now: MediaTime) -> Int? {
        untold += 1
        inARow += 1
        if let lastReport, now - lastReport < Self.pause { return nil }
        lastReport = now
        defer { untold = 0 }
        return untold
    }

    /// Takes a picture that wasn't damaged: the camera makes others, so damaged ones are left out again.
    mutating func addGood() {
        inARow = 0
    }
}
