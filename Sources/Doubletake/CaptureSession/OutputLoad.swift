import DoubletakeMedia

/// How much of the time between two buffers an output needs for one: a mean that forgets.
struct OutputLoad: Sendable {
    /// How much of the newest counts.
    ///
    /// Smaller, and half a minute passes until it is right; larger, and one slow call looks like a slow output.
    private static let weight = 0.1

    private var work = 0.0
    private var interval = 0.0
    private var lastTime: MediaTime?

    /// The part; 0 while nothing is known, above 1 when it can't keep up.
    var value: Double {
        interval > 0 ? work / interval : 0
    }

    /// Adds a buffer that is of `time` and took so long.
    mutating func add(_ duration: Duration, at time: MediaTime) {
        work += (duration.inSeconds - work) * (work == 0 ? 1 : Self.weight)
        if let lastTime, time > lastTime {
            let elapsed = (time - lastTime).inSeconds
            interval += (elapsed - interval) * (interval == 0 ? 1 : Self.weight)
        }
        lastTime = time
    }
}
