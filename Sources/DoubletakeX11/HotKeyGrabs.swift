import DoubletakeControl
import DoubletakeXCB

/// The keys that a listener has taken from the server or looks out for, under each state of the keyboard's locks.
///
/// The thread that has the connection has it too.
struct HotKeyGrabs: Sendable {
    /// The bits of an event's state that are modifiers; above them are the pointer's buttons and the layout's number.
    private static let modifierBits: UInt16 = 0xff

    private let connection: X11Connection
    private let keys: [KeyDescription]
    private let mode: KeyMode
    /// What was taken or is looked out for, and for which of the keys.
    private var taken: [X11KeyGrab: Int] = [:]

    /// Creates the grabs, of which none has been taken.
    init(of keys: [KeyDescription], mode: KeyMode, on connection: X11Connection) {
        self.keys = keys
        self.mode = mode
        self.connection = connection
    }

    /// Takes the keys where they are on the present keyboard, and gives back where they were.
    ///
    /// - Returns: for each key that can't be had, by its index, why. None of its grabs is kept then.
    mutating func update() throws(X11Error) -> [Int: HotKeyError] {
        let map = try connection.keyboardMap()
        var failures: [Int: HotKeyError] = [:]
        var next: [X11KeyGrab: Int] = [:]
        for (index, key) in keys.enumerated() {
            let grabs = Self.grabs(of: key, on: map)
            if grabs.isEmpty { failures[index] = .notOnKeyboard(key) }
            // Two names can be of one key: ! and Shift+1.
            if grabs.contains(where: { next[$0] != nil }) { failures[index] = .namedTwice(key) }
            for grab in grabs where failures[index] == nil { next[grab] = index }
        }
        if mode == .raw {
            taken = next.filter { failures[$0.value] == nil }
            return failures
        }
        for grab in taken.keys where next[grab] == nil { connection.ungrab(grab) }
        taken = taken.filter { next[$0.key] == $0.value }
        for (grab, index) in next where failures[index] == nil && taken[grab] != index {
            do throws(X11Error) {
                try connection.grab(grab)
                taken[grab] = index
            } catch .requestFailed(_, let failure) where failure.code == X11RequestError.Code.access {
                failures[index] = .taken(keys[index])
            }
        }
        taken = taken.filter { failures[$0.value] == nil }
        for (grab, index) in next where failures[index] != nil { connection.ungrab(grab) }
        return failures
    }

    /// Gives all keys back, and comes back when others can have them.
    mutating func release() throws(X11Error) {
        if mode == .grab { for grab in taken.keys { connection.ungrab(grab) } }
        taken = [:]
        try connection.synchronize()
    }

    /// Whether one of the keys is on that key of the keyboard, with whatever modifiers.
    func isOnKey(_ keycode: UInt8) -> Bool {
        taken.keys.contains { $0.keycode == keycode }
    }

    /// Which of the keys an event is of; nil for other keys, which come while one of ours is held.
    func index(ofKey keycode: UInt8, modifiers: UInt16) -> Int? {
        taken[X11KeyGrab(keycode: keycode, modifiers: modifiers & Self.modifierBits)]
    }

    /// One grab for each place of the key and each state of the locks.
    ///
    /// A grab is for exactly its modifiers, and a lock that is on is one of them.
    private static func grabs(of key: KeyDescription, on map: X11KeyboardMap) -> Set<X11KeyGrab> {
        guard let held = map.mask(of: key.modifiers) else { return [] }
        let locks = map.lockMasks.filter { $0 & held == 0 }
        let states = locks.reduce(into: Set<UInt16>([0])) { states, lock in
            states.formUnion(states.map { $0 | lock })
        }
        return map.places(of: key.keysym).reduce(into: []) { grabs, place in
            for state in states {
                grabs.insert(X11KeyGrab(keycode: place.keycode, modifiers: held | place.modifiers | state))
            }
        }
    }
}
