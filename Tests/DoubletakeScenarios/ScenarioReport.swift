/// What a scenario found: figures, each beside what is wanted of it.
package struct ScenarioReport: Sendable {
    /// One figure.
    package struct Figure: Sendable {
        /// The figure and what is wanted, for a person.
        package let text: String
        /// Whether it is as wanted.
        package let isGood: Bool
    }

    /// The figures, in the order of telling.
    package private(set) var figures: [Figure] = []

    /// Makes an empty report.
    package init() {}

    /// Whether every figure is as wanted; a report without figures is not.
    package var isGood: Bool {
        !figures.isEmpty && figures.allSatisfy(\.isGood)
    }

    /// The figures as one line.
    package var line: String {
        figures.map { $0.isGood ? $0.text : "\($0.text) SHORT" }.joined(separator: ", ")
    }

    /// The figures that are not as wanted, as one line.
    package var shortcomings: String {
        figures.filter { !$0.isGood }.map(\.text).joined(separator: ", ")
    }

    /// Adds a number that may be at most `bound`.
    package mutating func add(_ name: String, _ value: Double, unit: String = "", atMost bound: Double) {
        add("\(name) \(Self.text(value))\(unit) (at most \(Self.text(bound)))", isGood: value <= bound)
    }

    /// Adds a number that must be at least `bound`.
    package mutating func add(_ name: String, _ value: Double, unit: String = "", atLeast bound: Double) {
        add("\(name) \(Self.text(value))\(unit) (at least \(Self.text(bound)))", isGood: value >= bound)
    }

    /// Adds something that must be equal to what is wanted.
    package mutating func add<Value: Equatable>(_ name: String, _ value: Value, wanted: Value) {
        let text = value == wanted ? "\(name) \(value)" : "\(name) \(value) (wanted \(wanted))"
        add(text, isGood: value == wanted)
    }

    /// Adds how many of a number of things are as wanted: all must be.
    package mutating func add(_ name: String, _ count: Int, ofAll total: Int) {
        add("\(name) \(count) of \(total)", isGood: count == total && total > 0)
    }

    /// Adds a sentence that must be true.
    package mutating func add(_ sentence: String, isTrue: Bool) {
        add(sentence, isGood: isTrue)
    }

    /// Adds a number that nothing is wanted of.
    package mutating func add(note name: String, _ value: Double, unit: String = "") {
        add("\(name) \(Self.text(value))\(unit)", isGood: true)
    }

    /// Adds the figures of a part of the scenario, under its name.
    package mutating func add(_ part: ScenarioReport, as name: String) {
        figures += part.figures.map { Figure(text: "\(name): \($0.text)", isGood: $0.isGood) }
        if part.figures.isEmpty { add("\(name): nothing was found", isGood: false) }
    }

    private mutating func add(_ text: String, isGood: Bool) {
        figures.append(Figure(text: text, isGood: isGood))
    }

    /// A number with at most three decimals.
    private static func text(_ value: Double) -> String {
        let thousandths = (value * 1000).rounded()
        guard thousandths.isFinite, abs(thousandths) < 1e15 else { return "\(value)" }
        return thousandths.remainder(dividingBy: 1000) == 0 ? "\(Int(thousandths) / 1000)" : "\(thousandths / 1000)"
    }
}
