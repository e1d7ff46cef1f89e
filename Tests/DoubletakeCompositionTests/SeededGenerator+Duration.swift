import DoubletakeMedia

extension SeededGenerator {
    /// A length of time in whole nanoseconds.
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(
            Int64.random(in: range.lowerBound.wholeNanoseconds...range.upperBound.wholeNanoseconds, using: &self)
        )
    }
}
