/// The films of one session, one after the other: which one it is, whether another one follows, and how they went.
struct TakeSequence {
    private let count: TakeOptions.Count
    /// Which film it is, from 1: what `{take}` stands for.
    private(set) var number = 1
    /// The paths that films of this session went to.
    private var paths: Set<String> = []
    /// Whether the present film is to be recorded again.
    var isRetaken = false
    /// Whether a film could not be recorded as it was wanted.
    private(set) var hasFailed = false

    /// What became of a film.
    enum Outcome {
        /// It is over, and counts: also one that was thrown away.
        case over
        /// It doesn't count; the same one is recorded again.
        case retaken
    }

    init(_ count: TakeOptions.Count) {
        self.count = count
    }

    /// Whether the recorder waits again after a film, and after a start that failed.
    var areSeveral: Bool {
        count != .number(1)
    }

    /// Whether none comes after the present film.
    var isLast: Bool {
        count == .number(number)
    }

    /// Which film it is, in words: `take 2 of 3`; nil where there is only one.
    var words: String? {
        switch count {
        case .number(1): nil
        case .number(let count): "take \(number) of \(count)"
        case .endless: "take \(number)"
        }
    }

    /// Goes on to the next film; false when there is none.
    mutating func goOn(after outcome: Outcome) -> Bool {
        isRetaken = false
        if outcome == .retaken { return true }
        if isLast { return false }
        number += 1
        return true
    }

    /// A film could not be recorded as it was wanted.
    mutating func fail() {
        hasFailed = true
    }

    /// Whether a film of this session went to that path: another one must not replace it.
    func isUsed(_ path: String) -> Bool {
        paths.contains(path)
    }

    /// A film went to that path.
    mutating func use(_ path: String) {
        paths.insert(path)
    }
}
