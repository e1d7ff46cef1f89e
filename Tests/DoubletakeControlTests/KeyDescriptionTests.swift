import DoubletakeControl
import DoubletakeMedia
import Testing

struct KeyDescriptionTests {
    @Test(
        "A key is read as people write it, in capitals or not",
        arguments: [
            ("F9", [], 0xffc6), ("f1", [], 0xffbe), ("F35", [], 0xffe0), ("Pause", [], 0xff13),
            ("Scroll_Lock", [], 0xff14), ("scrolllock", [], 0xff14), ("Print", [], 0xff61), ("PrtSc", [], 0xff61),
            ("Page_Up", [], 0xff55), ("PgDn", [], 0xff56), ("Insert", [], 0xff63), ("Home", [], 0xff50),
            ("End", [], 0xff57), ("Menu", [], 0xff67), ("Space", [], 0x20), ("Enter", [], 0xff0d),
            ("KP_5", [], 0xffb5), ("XF86AudioRecord", [], 0x1008_ff1c), ("AudioPlay", [], 0x1008_ff14),
            ("Ctrl+Alt+R", [.control, .alt], 0x72), ("shift+super+7", [.shift, .logo], 0x37),
            ("control+win+é", [.control, .logo], 0xe9), ("Ctrl+É", [.control], 0xe9), ("+", [], 0x2b),
            ("Ctrl++", [.control], 0x2b), ("Ctrl+plus", [.control], 0x2b), ("-", [], 0x2d), ("ß", [], 0xdf),
            ("0x1008ff41", [], 0x1008_ff41),
        ] as [(String, KeyDescription.Modifiers, UInt32)]
    )
    func reads(text: String, modifiers: KeyDescription.Modifiers, keysym: UInt32) throws {
        #expect(try KeyDescription(text) == KeyDescription(modifiers: modifiers, keysym: keysym))
    }

    @Test("A description is written in one form, in the order of the keyboard")
    func writes() throws {
        #expect(try KeyDescription("alt+shift+ctrl+r").description == "Ctrl+Alt+Shift+R")
        #expect(try KeyDescription("Meta+scrolllock").description == "Super+Scroll_Lock")
        #expect(try KeyDescription("é").description == "É")
        #expect(try KeyDescription("ÿ").description == "ÿ")
        #expect(try KeyDescription("÷").description == "÷")
    }

    @Test("What a description says is read as the same key again")
    func roundTrip() throws {
        let keysyms: [UInt32] =
            Array(0x20...0x40) + Array(0x5b...0x7e) + Array(0xa1...0xbf) + Array(0xdf...0xff)
            + Array(0xff08...0xffff) + Array(0x1008_ff00...0x1008_ffff)
        for keysym in keysyms {
            let key = KeyDescription(modifiers: .init(rawValue: Int(keysym * 7 % 16)), keysym: keysym)
            #expect(try KeyDescription(key.description) == key)
        }
    }

    @Test(
        "What can't be read says what is wrong and what to write",
        arguments: [
            (
                "", "an empty key name: a key is missing",
                "Name one key, alone or after modifiers: F9, Pause, Ctrl+Alt+R."
            ),
            ("Ctrl", "Ctrl: a key is missing", "Name one key, alone or after modifiers: F9, Pause, Ctrl+Alt+R."),
            ("Ctrl+", "Ctrl+: a key is missing", "Name one key, alone or after modifiers: F9, Pause, Ctrl+Alt+R."),
            (
                "Hyper+R", "Hyper+R: Hyper is no modifier",
                "Put Ctrl, Alt, Shift or Super before the key: Ctrl+Alt+R."
            ),
            ("+R", "+R: there is nothing before a +", "Put Ctrl, Alt, Shift or Super before the key: Ctrl+Alt+R."),
            ("Ctrl+Puase", "Ctrl+Puase: no key is named Puase", "Write Pause, if that is the key."),
            ("Scrol-Lock", "Scrol-Lock: no key is named Scrol-Lock", "Write Scroll_Lock, if that is the key."),
            ("F36", "F36: no key is named F36", "Write F3 or F6 or F16, if that is the key."),
            (
                "Turbo", "Turbo: no key is named Turbo",
                "Name a key such as F9, Pause, Scroll_Lock, Print or Ctrl+Alt+R; "
                    + "`xev` shows a key's name when it is pressed."
            ),
        ]
    )
    func errors(text: String, description: String, help: String) {
        let error = #expect(throws: KeyDescriptionError.self) { try KeyDescription(text) }
        #expect(error?.description == description)
        #expect(error?.help == help)
    }
}
