import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LatestValueTests {
    private let clock = ManualClock()
    private let place: LatestValue<[Int]>

    init() {
        place = LatestValue(clock: clock) { $0 + $1 }
    }

    @Test("A newer value replaces one that was not taken, and is merged from both, the earlier first")
    func merge() {
        for number in 1...3 { #expect(place.put([number])) }
        #expect(place.replacedCount == 2)
        #expect("\(place.take())" == "element([1, 2, 3])")
    }

    @Test("A value that was taken is gone, and the next is merged with nothing")
    func taken() {
        place.put([1])
        #expect("\(place.take())" == "element([1])")
        #expect("\(place.take(until: clock.now))" == "timedOut")
        place.put([2])
        #expect("\(place.take())" == "element([2])")
        #expect(place.replacedCount == 0)
    }

    @Test("A finished place gives the value that is there, takes no other, and then says so")
    func finish() {
        place.put([1])
        place.finish()
        place.finish()
        #expect(!place.put([2]))
        #expect(place.replacedCount == 0)
        #expect((1...3).map { _ in "\(place.take())" } == ["element([1])", "finished", "finished"])
    }

    @Test("Whoever waits gives up when the deadline has come")
    func timeOut() throws {
        let place = place
        let deadline = clock.now + .seconds(1)
        let taker = try ThreadCall { "\(place.take(until: deadline))" }
        clock.awaitWaiters(1)
        clock.advance(by: .seconds(1))
        #expect(taker.answer() == "timedOut")
    }

    @Test("Whoever waits is woken by a value, and by the end")
    func woken() throws {
        let place = place
        let answers = ConditionLock<[String]>([])
        let taker = try WorkerThread(name: "taker") {
            for _ in 0..<2 {
                let result = place.take()
                answers.withLock { $0.append("\(result)") }
            }
        }
        place.put([1])
        _ = answers.wait(until: nil, on: clock) { $0.isEmpty ? nil : true }
        place.finish()
        taker.join()
        #expect(answers.withLock { $0 } == ["element([1])", "finished"])
    }

    @Test("Between threads every value arrives once, in order, in one merged value or another")
    func threads() throws {
        let place = place
        let putter = try WorkerThread(name: "putter") {
            for number in 0..<1_000 { place.put([number]) }
            place.finish()
        }
        var seen: [Int] = []
        var takes = 0
        while case .element(let numbers) = place.take() {
            seen += numbers
            takes += 1
        }
        putter.join()
        #expect(seen == Array(0..<1_000))
        #expect(place.replacedCount == 1_000 - takes)
    }
}
