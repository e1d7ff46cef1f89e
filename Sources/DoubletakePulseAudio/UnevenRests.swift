import DoubletakeMedia

/// How long a recording lets its server wait: never as long as the time before.
///
/// Of a source that is made of a monitor the server says exactly only at one place in its period when its sound was heard,
/// and up to a period late at all others. Who always asks at the same place never learns it, or learns it as the places
/// wander off; then sound was 17 ms off, and 10 ms further after ten minutes. The rests are spread evenly, as multiples of
/// the golden ratio are, so that the questions of a few seconds meet a period at each of its places.
struct UnevenRests {
    /// How far the longest and the shortest are apart.
    ///
    /// Less than a period, which is 20 ms and shorter as a rule, and some of its places are never met; more, and sound comes
    /// later for nothing.
    static let spread = Duration.milliseconds(20)

    private let middle: Duration
    private var count: UInt64 = 0

    /// Makes rests that are as long as `middle` on average.
    init(around middle: Duration) {
        self.middle = middle
    }

    /// How long the next rest is.
    mutating func next() -> Duration {
        count &+= 1
        // The ratio's part behind the point, in units of 2^-64.
        let part = Double(count &* 0x9e37_79b9_7f4a_7c15) / 0x1p64
        return middle + Self.spread * (part - 0.5)
    }
}
