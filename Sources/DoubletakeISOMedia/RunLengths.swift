/// A sequence in which neighbours are often equal, kept as runs: a track with a steady rate has one run of durations.
struct RunLengths<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Equal neighbours.
    struct Run: Hashable, Sendable {
        var count: UInt32
        let value: Value
    }

    private(set) var runs: ContiguousArray<Run> = []

    /// The last value; nil when there is none.
    var last: Value? { runs.last?.value }

    /// Adds a value.
    ///
    /// The caller keeps the number of values below 32 bits (`Limits.sampleCount`).
    mutating func append(_ value: Value) {
        if let last = runs.last, last.value == value {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(count: 1, value: value))
        }
    }

    /// Puts another value in the place of the last; without effect when there is none.
    mutating func replaceLast(with value: Value) {
        guard !runs.isEmpty else { return }
        removeLast()
        append(value)
    }

    /// Takes the last value away; without effect when there is none.
    mutating func removeLast() {
        guard let last = runs.last else { return }
        if last.count == 1 {
            runs.removeLast()
        } else {
            runs[runs.count - 1].count -= 1
        }
    }
}
