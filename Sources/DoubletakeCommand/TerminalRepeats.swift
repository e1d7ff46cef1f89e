import DoubletakeMedia

/// Tells the keys that somebody pressed from those that a held key repeats, by their times alone: a terminal says nothing
/// of keys that are let go.
///
/// A held key comes again after a quarter to a whole second, and then at least twelve times a second. So a key that comes
/// again within a second is held back until it is known whether it goes on like that.
struct TerminalRepeats {
    /// A key, and when it was pressed.
    struct Press: Hashable, Sendable {
        let key: TerminalKey
        let time: MediaTime
    }

    /// The longest time between two repeats of a held key.
    ///
    /// Longer, and two quick presses count as one; shorter, and a held key counts as many.
    static let interval = Duration.milliseconds(80)

    /// The longest time after which a held key begins to be repeated.
    static let delay = Duration.seconds(1)

    /// What came last, whether or not it counted.
    private var last: Press?
    private var heldBack: Press?

    /// When `due(at:)` has something, if no key comes until then.
    var deadline: MediaTime? {
        heldBack.map { $0.time + Self.interval }
    }

    /// A key came; answers with the presses that are certain now.
    mutating func add(_ press: Press) -> [Press] {
        let certain = due(at: press.time)
        defer { last = press }
        guard let last, last.key == press.key else {
            defer { heldBack = nil }
            return certain + [heldBack, press].compactMap(\.self)
        }
        let distance = press.time - last.time
        if distance < Self.interval {
            // What was held back was the first repeat.
            heldBack = nil
            return certain
        }
        if distance <= Self.delay {
            heldBack = press
            return certain
        }
        return certain + [press]
    }

    /// The time is `now`; answers with the presses that are certain by that.
    mutating func due(at now: MediaTime) -> [Press] {
        guard let press = heldBack, let deadline, now >= deadline else { return [] }
        heldBack = nil
        return [press]
    }
}
