import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TeeTests {
    private final class Heard: Sendable {
        private let lines = ConditionLock<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    private let tee = Tee<Int>()
    private let heard = Heard()

    @Test("Each output gets each value, in the order in which the outputs were added")
    func order() {
        for name in ["a", "b"] { tee.add { [heard] in heard.add("\(name)\($0)") } }
        tee.send(1)
        tee.send(2)
        #expect(heard.all == ["a1", "b1", "a2", "b2"])
    }

    @Test("An output that was removed hears nothing more, and the others do")
    func remove() {
        let first = tee.add { [heard] in heard.add("a\($0)") }
        tee.add { [heard] in heard.add("b\($0)") }
        tee.send(1)
        tee.remove(first)
        tee.remove(first)
        tee.send(2)
        #expect(heard.all == ["a1", "b1", "b2"])
    }

    @Test("A tee without outputs swallows its values")
    func empty() {
        tee.send(1)
        tee.add { [heard] in heard.add("\($0)") }
        #expect(heard.all.isEmpty)
    }

    @Test("Outputs may come and go on another thread while values flow")
    func threads() throws {
        tee.add { [heard] in if $0 % 100 == 0 { heard.add("\($0)") } }
        let sender = try WorkerThread(name: "sender") { [tee] in
            for number in 0..<1_000 { tee.send(number) }
        }
        for _ in 0..<200 { tee.remove(tee.add { _ in }) }
        sender.join()
        #expect(heard.all == (0..<10).map { "\($0 * 100)" })
    }
}
