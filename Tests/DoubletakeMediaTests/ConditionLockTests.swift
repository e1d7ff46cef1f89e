import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConditionLockTests {
    private let clock = ManualClock()

    @Test("Changes from many threads all count")
    func exclusion() throws {
        let number = ConditionLock(0)
        let threads = try (0..<4).map { index in
            try WorkerThread(name: "adder \(index)") {
                for _ in 0..<1_000 { number.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(number.withLock { $0 } == 4_000)
    }

    @Test("A waiter gets its answer as soon as the value is as it needs it")
    func answer() throws {
        let number = ConditionLock(0)
        let thread = try WorkerThread(name: "counter") {
            for _ in 0..<10 { number.withLock { $0 += 1 } }
        }
        let answer = number.wait(until: nil, on: clock) { $0 >= 10 ? "ten" : nil }
        thread.join()
        #expect(answer == "ten")
    }

    @Test("Two threads that wait for each other's turn alternate: an answer wakes the others")
    func alternation() throws {
        let turns = ConditionLock<[Int]>([])
        let clock = clock
        let threads = try (0..<2).map { index in
            try WorkerThread(name: "player \(index)") {
                for _ in 0..<100 {
                    _ = turns.wait(until: nil, on: clock) { turns -> Bool? in
                        guard turns.count % 2 == index else { return nil }
                        turns.append(index)
                        return true
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(turns.withLock { $0 } == (0..<200).map { $0 % 2 })
    }

    @Test("Past the deadline the value is looked at once more, and then the answer is none")
    func deadline() {
        let looks = ConditionLock(0)
        let answer = looks.wait(until: clock.now, on: clock) { looks -> Bool? in
            looks += 1
            return nil
        }
        #expect(answer == nil)
        #expect(looks.withLock { $0 } == 1)
        #expect(looks.wait(until: clock.now - .seconds(1), on: clock) { $0 } == 1)
    }

    @Test("On the kernel's clock a wait ends no earlier than its deadline")
    func monotonic() {
        let real = MonotonicClock()
        let deadline = real.now + .milliseconds(2)
        let answer = ConditionLock(0).wait(until: deadline, on: real) { _ -> Bool? in nil }
        #expect(answer == nil)
        #expect(real.now >= deadline)
    }

    @Test("Whoever looks sees what was changed last")
    func read() {
        let lock = ConditionLock(1)
        lock.withLock { $0 = 3 }
        #expect(lock.read { $0 } == 3)
    }
}
