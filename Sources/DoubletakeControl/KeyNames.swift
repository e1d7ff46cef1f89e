/// The names of keys, and their keysyms from `X11/keysymdef.h` and `X11/XF86keysym.h`.
enum KeyNames {
    /// The first name is the one that is shown; the others are read as well.
    private static let rows: [(keysym: UInt32, names: [String])] =
        [
            (0xff08, ["BackSpace"]),
            (0xff09, ["Tab"]),
            (0xff0d, ["Return", "Enter"]),
            (0xff13, ["Pause"]),
            (0xff14, ["Scroll_Lock", "ScrollLock"]),
            (0xff1b, ["Escape", "Esc"]),
            (0xff50, ["Home"]),
            (0xff51, ["Left"]),
            (0xff52, ["Up"]),
            (0xff53, ["Right"]),
            (0xff54, ["Down"]),
            (0xff55, ["Page_Up", "PageUp", "PgUp", "Prior"]),
            (0xff56, ["Page_Down", "PageDown", "PgDn", "Next"]),
            (0xff57, ["End"]),
            (0xff61, ["Print", "PrintScreen", "Print_Screen", "PrtSc"]),
            (0xff63, ["Insert", "Ins"]),
            (0xff67, ["Menu"]),
            (0xff6a, ["Help"]),
            (0xff7f, ["Num_Lock", "NumLock"]),
            (0xff8d, ["KP_Enter"]),
            (0xffaa, ["KP_Multiply"]),
            (0xffab, ["KP_Add"]),
            (0xffad, ["KP_Subtract"]),
            (0xffae, ["KP_Decimal"]),
            (0xffaf, ["KP_Divide"]),
            (0xffe5, ["Caps_Lock", "CapsLock"]),
            (0xffff, ["Delete", "Del"]),
            (0x0020, ["Space"]),
            (0x002b, ["plus"]),
            (0x002d, ["minus"]),
            (0x002c, ["comma"]),
            (0x002e, ["period"]),
            (0x0060, ["grave"]),
        ] + functionKeys + keypadDigits + mediaKeys

    private static let functionKeys = (1...35).map { (keysym: 0xffbd + UInt32($0), names: ["F\($0)"]) }

    private static let keypadDigits = (0...9).map { (keysym: 0xffb0 + UInt32($0), names: ["KP_\($0)"]) }

    /// The keys for sound and film; their names are read with and without the prefix.
    private static let mediaKeys = [
        (0x11, "AudioLowerVolume"), (0x12, "AudioMute"), (0x13, "AudioRaiseVolume"), (0x14, "AudioPlay"),
        (0x15, "AudioStop"), (0x16, "AudioPrev"), (0x17, "AudioNext"), (0x1c, "AudioRecord"), (0x31, "AudioPause"),
        (0x3e, "AudioRewind"), (0x81, "Tools"), (0x8f, "WebCam"), (0x97, "AudioForward"), (0xb2, "AudioMicMute"),
    ].map { (keysym: 0x1008_ff00 + UInt32($0.0), names: ["XF86\($0.1)", $0.1]) }

    /// The keysym of the key of that name; nil when there is none.
    static func keysym(named name: String) -> UInt32? {
        if let character = character(name) { return character }
        let wanted = name.lowercased()
        return rows.first { row in row.names.contains { $0.lowercased() == wanted } }?.keysym
    }

    /// The name of a key; the number in hexadecimal for one that has none here.
    static func name(of keysym: UInt32) -> String {
        if let row = rows.first(where: { $0.keysym == keysym }) { return row.names[0] }
        if isPrintable(keysym), let scalar = Unicode.Scalar(keysym) {
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            // Those whose capital is elsewhere, or two letters, stay small.
            return String(
                upper.allSatisfy { isPrintable($0.value) } && upper.count == 1
                    ? Character(upper[upper.startIndex]) : Character(scalar))
        }
        return "0x" + String(keysym, radix: 16)
    }

    /// Names that differ from `name` by little: one letter, or `_`, `-` and spaces.
    static func similar(to name: String) -> [String] {
        let wanted = plain(name)
        guard wanted.count > 1 else { return [] }
        let found = rows.filter { row in row.names.contains { isNear(plain($0), wanted) } }.map { $0.names[0] }
        return Array(found.prefix(3))
    }

    /// A key that is named by the character on it, or by its number.
    private static func character(_ name: String) -> UInt32? {
        if name.hasPrefix("0x"), let number = UInt32(name.dropFirst(2), radix: 16), number > 0 { return number }
        let scalars = name.unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first, isPrintable(scalar.value) else { return nil }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard lower.count == 1, let small = lower.first, isPrintable(small.value) else { return scalar.value }
        return small.value
    }

    /// The characters of Latin-1 have their own number as keysym.
    private static func isPrintable(_ keysym: UInt32) -> Bool {
        (0x21...0x7e).contains(keysym) || (0xa1...0xff).contains(keysym)
    }

    private static func plain(_ name: String) -> [Character] {
        name.lowercased().filter { !"_- ".contains($0) }
    }

    /// Whether one can be made of the other by changing, adding or leaving out one character, or by swapping two that
    /// are next to each other.
    private static func isNear(_ one: [Character], _ other: [Character]) -> Bool {
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        guard long.count - short.count <= 1 else { return false }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let short1 = short.dropFirst(start)
        let long1 = long.dropFirst(start)
        if short.count < long.count { return short1.elementsEqual(long1.dropFirst()) }
        if short1.dropFirst().elementsEqual(long1.dropFirst()) { return true }
        return short1.prefix(2).reversed().elementsEqual(long1.prefix(2))
            && short1.dropFirst(2).elementsEqual(long1.dropFirst(2))
    }
}
