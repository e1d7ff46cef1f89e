extension KeyDescription {
    /// The key as it is called on keyboards and in manuals, such as `Ctrl+Shift+S`, `Enter` and `Page Up`; nil for a key
    /// that has no name.
    package var caption: String? {
        guard let name = Self.captionName(of: keysym) else { return nil }
        let held = KeyDescription(modifiers: modifiers, keysym: 0x20).description.split(separator: "+").dropLast()
        return (held.map(String.init) + [name]).joined(separator: "+")
    }

    /// What keys are called that have another name in the X Window System.
    private static let captionNames: [UInt32: String] = [
        0xff08: "Backspace", 0xff0d: "Enter", 0xff1b: "Esc", 0xff8d: "Enter",
        0x2b: "+", 0x2d: "-", 0x2c: ",", 0x2e: ".", 0x60: "`",
        0xffaa: "*", 0xffab: "+", 0xffad: "-", 0xffae: ".", 0xffaf: "/",
        0xfe20: "Tab", 0xff95: "Home", 0xff96: "Left", 0xff97: "Up", 0xff98: "Right", 0xff99: "Down",
        0xff9a: "Page Up", 0xff9b: "Page Down", 0xff9c: "End", 0xff9e: "Insert", 0xff9f: "Delete",
    ]

    private static func captionName(of keysym: UInt32) -> String? {
        if let name = captionNames[keysym] { return name }
        // The keypad's digits.
        if (0xffb0...0xffb9).contains(keysym) { return String(keysym - 0xffb0) }
        // A character that is in no older table has its number in Unicode, above this.
        if keysym & 0xff00_0000 == 0x0100_0000, let scalar = Unicode.Scalar(keysym - 0x0100_0000) {
            return String(scalar).uppercased()
        }
        let name = KeyNames.name(of: keysym)
        if name.hasPrefix("0x") { return nil }
        if name.hasPrefix("XF86Audio") { return String(name.dropFirst("XF86Audio".count)) }
        return name.hasPrefix("XF86") ? String(name.dropFirst(4)) : name.replacing("_", with: " ")
    }
}
