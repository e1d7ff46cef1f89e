import DoubletakeMedia
import Testing

@testable import DoubletakeX11

@Suite struct KeyCaptionTests {
    private func caption(_ keys: [(TypedKey, Duration)]) -> KeyCaption {
        keys.reduce(into: KeyCaption()) { $0.add($1.0, at: .zero + $1.1) }
    }

    @Test("Characters are one text, a key that comes again is counted, and the order is that of the typing")
    func parts() {
        let caption = caption([
            (.character("h"), .zero), (.character("i"), .milliseconds(100)), (.named("Ctrl+Z"), .milliseconds(200)),
            (.named("Ctrl+Z"), .milliseconds(300)), (.named("Enter"), .milliseconds(400)),
        ])
        #expect(caption.parts == [.text("hi"), .keys("Ctrl+Z", count: 2), .keys("Enter", count: 1)])
        #expect(caption.parts.map(\.label) == ["hi", "Ctrl+Z ×2", "Enter"])
        #expect(KeyCaption.Part.text(" ").label == "Space")
    }

    @Test("A caption stays for a while after the last key, and what is typed later begins a new one")
    func end() {
        var caption = caption([(.character("a"), .zero), (.character("b"), .seconds(1))])
        let end = MediaTime.zero + .seconds(1) + KeyCaption.duration
        #expect(caption.end == end)
        caption.expire(by: end - .milliseconds(1))
        #expect(caption.parts == [.text("ab")])
        caption.expire(by: end)
        #expect(caption.parts == [] && caption.end == nil)
        caption.add(.character("c"), at: .zero + .seconds(9))
        caption.add(.character("d"), at: .zero + .seconds(12))
        #expect(caption.parts == [.text("d")])
    }

    @Test("Of a long text and of many keys the newest are shown")
    func long() {
        let keys = (0..<200).map { (TypedKey.character(Character("\($0 % 10)")), Duration.milliseconds($0)) }
        let text = (0..<200).map { "\($0 % 10)" }.joined()
        #expect(caption(keys).parts.map(\.label) == ["…" + text.suffix(47)])
        let combinations = (0..<20).map { (TypedKey.named("F\($0)"), Duration.milliseconds($0)) }
        #expect(caption(combinations).parts.map(\.label) == (14..<20).map { "F\($0)" })
    }
}
