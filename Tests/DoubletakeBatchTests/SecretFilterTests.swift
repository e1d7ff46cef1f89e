import DoubletakeMedia
import Testing

@testable import DoubletakeBatch

@Suite("The filter of secrets")
struct SecretFilterTests {
    @Test("finds a secret however it comes in pieces", arguments: 1...12)
    func findsPieces(length: Int) {
        let text = "the word hunter2 and hunter22, and hunter"
        var filter = SecretFilter(["hunter2", "hunter22"])
        var written: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            written += filter.filter(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        written += filter.finish()
        let result = String(decoding: written, as: UTF8.self)
        #expect(result == "the word [secret] and [secret], and hunter")
    }

    @Test("lets everything through when there are none, or only empty ones")
    func passesAll() {
        #expect(SecretFilter([]).filtered("a b") == "a b")
        #expect(SecretFilter([""]).filtered("a b") == "a b")
    }
}

@Suite("A template with braces")
struct BraceTemplateTests {
    @Test(
        "replaces declared names alone, and once",
        arguments: [
            ("{a}", "1"), ("{a}{b}", "1{a}"), ("{c} {", "{c} {"), ("{{a}}", "{1}"), ("{ a}", "{ a}"), ("a}", "a}"),
            ("{}", "{}"),
        ]
    )
    func replaces(text: String, result: String) {
        #expect(BraceTemplate.fill(text, with: ["a": "1", "b": "{a}"]) == result)
    }
}

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "is the one that was mistyped, and none when nothing is near",
        arguments: [("stpes", "steps"), ("recrod", "record"), ("Name", "name"), ("colour", nil), ("x", nil)]
            as [(String, String?)]
    )
    func findsNearest(text: String, name: String?) {
        #expect(NearestName.nearest(to: text, among: ["name", "steps", "record", "ready"]) == name)
    }
}
