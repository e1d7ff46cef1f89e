/// The alphabets that had keysyms of their own before Unicode, as `X11/keysymdef.h` lists them.
enum OldKeysyms {
    /// The letters of KOI8-R, in the order of their keysyms from 0x6c0 on: the small ones and then the capitals.
    private static let cyrillic = Array("юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")
    /// Those of other Slavic languages from 0x6a1 on, where there is one: the small ones, and from 0x6b1 the capitals.
    private static let slavicSmall = Array("ђѓёєѕіїјљњћќґўџ")
    private static let slavicCapital = Array("ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏ")
    /// The Greek capitals from 0x7c1 on, and the small letters from 0x7e1 on, which have two forms of sigma.
    private static let greekCapital = Array("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ ΤΥΦΧΨΩ")
    private static let greekSmall = Array("αβγδεζηθικλμνξοπρσςτυφχψω")

    /// The letter that a keysym is; nil for all others.
    static func character(_ keysym: UInt32) -> Character? {
        letter(keysym, in: cyrillic, from: 0x6c0)
            ?? letter(keysym, in: slavicSmall, from: 0x6a1)
            ?? letter(keysym, in: slavicCapital, from: 0x6b1)
            ?? letter(keysym, in: greekCapital, from: 0x7c1)
            ?? letter(keysym, in: greekSmall, from: 0x7e1)
    }

    private static func letter(_ keysym: UInt32, in letters: [Character], from first: UInt32) -> Character? {
        guard keysym >= first, case let index = Int(keysym - first), index < letters.count else { return nil }
        return letters[index] == " " ? nil : letters[index]
    }
}
