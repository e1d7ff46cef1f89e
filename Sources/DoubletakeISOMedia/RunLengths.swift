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
        append(value, count: 1)
    }

    /// Adds a value so many times.
    mutating func append(_ value: Value, count: UInt32) {
        guard count > 0 else { return }
        if let last = runs.last, last.value == value {
            runs[runs.count - 1].count += count
        } else {
            runs.append(Run(count: count, value: value))
        }
    }

    /// Puts another value in the place of the last; without effect when there is none.
    mutating func replaceLast(with value: Value) {
        guard !runs.isEmpty else { return }
        removeLast()
        append(value)
    }

    /// The value with that number, counted from 0; there is one.
    func value(at number: Int) -> Value {
        runs[place(of: number).run].value
    }

    /// Puts another value in the place of the one with that number, counted from 0; there is one.
    mutating func replaceValue(at number: Int, with value: Value) {
        let (place, before) = place(of: number)
        let run = runs[place]
        let parts = [
            Run(count: before, value: run.value),
            Run(count: 1, value: value),
            Run(count: run.count - before - 1, value: run.value),
        ]
        runs.replaceSubrange(place...place, with: parts.filter { $0.count > 0 })
    }

    /// The run in which a value lies, and how many of that run lie before it.
    private func place(of number: Int) -> (run: Int, before: UInt32) {
        var before = UInt32(number)
        var place = 0
        while before >= runs[place].count {
            before -= runs[place].count
            place += 1
        }
        return (place, before)
    }

    /// Removes the last value; there is one.
    mutating func removeLast() {
        if runs[runs.count - 1].count == 1 {
            runs.removeLast()
        } else {
            runs[runs.count - 1].count -= 1
        }
    }
}
