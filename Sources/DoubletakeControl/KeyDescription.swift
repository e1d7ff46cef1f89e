/// A key, with the modifiers that are held with it, as people write it: `F9`, `Ctrl+Alt+R`, `Pause`.
///
/// Upper and lower case mean the same. The key is an X keysym, a number by which the X Window System names what is
/// printed on a key (`X11/keysymdef.h`); nothing else here knows of X.
public struct KeyDescription: Hashable, Sendable {
    /// Keys that are held together with another one.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit for each of them.
        public let rawValue: Int

        /// Creates the set of those bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Ctrl.
        public static let control = Modifiers(rawValue: 1)
        /// Alt.
        public static let alt = Modifiers(rawValue: 2)
        /// Shift.
        public static let shift = Modifiers(rawValue: 4)
        /// The key with a logo on it.
        public static let logo = Modifiers(rawValue: 8)
    }

    /// What is held with the key.
    public let modifiers: Modifiers
    /// What is on the key: a letter's keysym is that of the small one.
    public let keysym: UInt32

    /// Creates the description of a key whose keysym is known.
    public init(modifiers: Modifiers = [], keysym: UInt32) {
        self.modifiers = modifiers
        self.keysym = keysym
    }

    /// Reads `text`: modifiers and one key, with `+` in between.
    public init(_ text: String) throws(KeyDescriptionError) {
        var names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        // The plus key itself, alone or after modifiers.
        if text == "+" || text.hasSuffix("++") { names = names.dropLast(2) + ["plus"] }
        guard let last = names.popLast(), !last.isEmpty else { throw .noKey(text) }
        var modifiers: Modifiers = []
        for name in names {
            guard let modifier = Self.modifier(named: name) else { throw .unknownModifier(name, in: text) }
            modifiers.insert(modifier)
        }
        guard let keysym = KeyNames.keysym(named: last) else {
            throw Self.modifier(named: last) == nil
                ? .unknownKey(last, in: text, similar: KeyNames.similar(to: last))
                : .noKey(text)
        }
        self.init(modifiers: modifiers, keysym: keysym)
    }

    private static let modifierNames: [(modifier: Modifiers, names: [String])] = [
        (.control, ["Ctrl", "Control"]),
        (.alt, ["Alt", "Option", "Mod1"]),
        (.shift, ["Shift"]),
        (.logo, ["Super", "Win", "Meta", "Cmd", "Mod4"]),
    ]

    private static func modifier(named name: String) -> Modifiers? {
        modifierNames.first { row in row.names.contains { $0.lowercased() == name.lowercased() } }?.modifier
    }
}

extension KeyDescription: CustomStringConvertible {
    /// The key as people write it, in a form that can be read again.
    public var description: String {
        let held = Self.modifierNames.filter { modifiers.contains($0.modifier) }.map { $0.names[0] }
        return (held + [KeyNames.name(of: keysym)]).joined(separator: "+")
    }
}
