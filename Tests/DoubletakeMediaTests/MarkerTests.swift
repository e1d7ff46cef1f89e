import DoubletakeMedia
import Testing

@Suite("A marker")
struct MarkerTests {
    private static func name(_ text: String) -> String {
        Marker(time: .zero, name: text).name
    }

    @Test(
        "A marker keeps its name in any script",
        arguments: ["Intro", "", "Größe", "章", "\u{1F3AC} Take 2", "e\u{301}", "שלום"]
    )
    func names(_ text: String) {
        #expect(Self.name(text) == text)
    }

    @Test("A name that is longer than 255 bytes is cut between two characters")
    func cut() {
        #expect(Self.name(String(repeating: "a", count: 300)) == String(repeating: "a", count: 255))
        #expect(Self.name(String(repeating: "章", count: 100)) == String(repeating: "章", count: 85))
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        #expect(Self.name(String(repeating: family, count: 20)) == String(repeating: family, count: 14))
    }

    @Test("A name is cut before a letter whose accent doesn't fit", arguments: 252...255)
    func accent(_ letterCount: Int) {
        let letters = String(repeating: "a", count: letterCount)
        let cut = Self.name(letters + "e\u{301}\u{302}")
        #expect(cut == letters)
        #expect(cut.unicodeScalars.count == letterCount)
    }

    @Test("A name that is one letter under a hundred accents is cut between two accents")
    func accents() {
        let name = Self.name("e" + String(repeating: "\u{301}", count: 200))
        #expect(name.unicodeScalars.count == 128)
        #expect(name.utf8.count == 255)
    }

    @Test("A name is one line: control characters become spaces")
    func line() {
        #expect(Self.name("a\nb\tc\u{0}d\r\ne") == "a b c d  e")
    }
}
