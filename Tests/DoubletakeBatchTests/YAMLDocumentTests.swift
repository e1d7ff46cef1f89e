import Testing

@testable import DoubletakeBatch

@Suite("A YAML document")
struct YAMLDocumentTests {
    private func read(_ text: String) throws(YAMLDocument.Failure) -> YAMLNode {
        try YAMLDocument(Array(text.utf8)).root
    }

    private func failure(_ text: String) -> String? {
        do throws(YAMLDocument.Failure) {
            _ = try read(text)
            return nil
        } catch {
            return "\(error.place.line):\(error.place.column) \(error.reason)"
        }
    }

    @Test("keeps what was written, and where, and decides nothing about plain words")
    func keepsText() throws {
        let root = try read("a: no\nb: [1, 'two']\n")
        guard case .mapping(let entries) = root.content else {
            Issue.record("not a mapping")
            return
        }
        #expect(entries.map(\.key.text) == ["a", "b"])
        #expect(entries[0].value.text == "no")
        #expect(entries[1].value.place == .init(line: 2, column: 4))
        guard case .sequence(let list) = entries[1].value.content else {
            Issue.record("not a list")
            return
        }
        #expect(list.map(\.text) == ["1", "two"])
    }

    @Test("reads JSON")
    func readsJSON() throws {
        let root = try read(#"{"a": {"b": ["c", 1.5, true, "\u00e4"]}}"#)
        guard case .mapping(let outer) = root.content, case .mapping(let inner) = outer[0].value.content,
            case .sequence(let list) = inner[0].value.content
        else {
            Issue.record("another shape")
            return
        }
        #expect(list.map(\.text) == ["c", "1.5", "true", "ä"])
    }

    @Test(
        "says where it can't be read",
        arguments: [
            ("", "1:1 there is nothing in it"),
            ("a: 1\na: 2", "2:1 a stands twice in one mapping"),
            ("a: 1\n---\nb: 2", "3:1 a second document begins here"),
            ("a: *nothing", "1:4 nothing above is marked &nothing"),
            ("a: [1, 2", "2:1 did not find expected ',' or ']'"),
        ]
    )
    func tellsPlace(text: String, words: String) {
        let failure = failure(text)
        #expect(failure == words)
    }

    @Test("doesn't write out aliases into the absurd")
    func boundsAliases() {
        var text = "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        for (letter, before) in zip("bcdefghi", "abcdefgh") {
            let list = Array(repeating: "*\(before)", count: 10).joined(separator: ",")
            text += "\(letter): &\(letter) [\(list)]\n"
        }
        let failure = failure(text)
        #expect(failure?.hasSuffix("its aliases write out to more than can be read") == true)
    }

    @Test("doesn't nest into the absurd")
    func boundsNesting() {
        let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        let failure = failure(text)
        #expect(failure?.hasSuffix("more than 64 things lie in each other here") == true)
    }
}
