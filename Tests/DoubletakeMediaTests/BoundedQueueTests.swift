import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BoundedQueueTests {
    private let clock = ManualClock()

    private func queue(
        _ capacity: Int,
        whenFull overflow: BoundedQueue<Int>.OverflowPolicy
    ) -> BoundedQueue<Int> {
        BoundedQueue(capacity: capacity, whenFull: overflow, clock: clock)
    }

    @Test("Elements leave in the order in which they came")
    func order() {
        let queue = queue(3, whenFull: .refuse)
        for number in 1...3 { #expect("\(queue.push(number))" == "accepted") }
        #expect(queue.count == 3)
        #expect((1...3).map { _ in "\(queue.pop())" } == ["element(1)", "element(2)", "element(3)"])
        #expect(queue.count == 0)
    }

    @Test("A full queue that refuses keeps what it has")
    func refuse() {
        let queue = queue(2, whenFull: .refuse)
        #expect((1...3).map { "\(queue.push($0))" } == ["accepted", "accepted", "refused"])
        #expect((1...2).map { _ in "\(queue.pop())" } == ["element(1)", "element(2)"])
        #expect("\(queue.push(4))" == "accepted")
    }

    @Test("A full queue that drops the oldest hands it back")
    func dropOldest() {
        let queue = queue(2, whenFull: .dropOldest)
        #expect((1...4).map { "\(queue.push($0))" } == ["accepted", "accepted", "replaced(1)", "replaced(2)"])
        #expect((1...2).map { _ in "\(queue.pop())" } == ["element(3)", "element(4)"])
    }

    @Test("A full queue that waits lets the pusher go on when there is room, and never holds more than it may")
    func wait() throws {
        let queue = queue(1, whenFull: .wait)
        let pusher = try WorkerThread(name: "pusher") {
            for number in 1...100 { _ = queue.push(number) }
            queue.finish()
        }
        var taken: [Int] = []
        while case .element(let number) = queue.pop() {
            #expect(queue.count <= 1)
            taken.append(number)
        }
        pusher.join()
        #expect(taken == Array(1...100))
    }

    @Test(
        "A finished queue gives what is in it, takes nothing more, and then says so",
        arguments: [BoundedQueue<Int>.OverflowPolicy.wait, .dropOldest, .refuse]
    )
    func finish(policy: BoundedQueue<Int>.OverflowPolicy) {
        let queue = queue(2, whenFull: policy)
        _ = queue.push(1)
        _ = queue.push(2)
        queue.finish()
        queue.finish()
        #expect("\(queue.push(3))" == "finished")
        #expect((1...4).map { _ in "\(queue.pop())" } == ["element(1)", "element(2)", "finished", "finished"])
    }

    @Test("Finishing lets go whoever waits to push")
    func finishReleasesPusher() throws {
        let queue = queue(1, whenFull: .wait)
        _ = queue.push(1)
        let pusher = try ThreadCall { "\(queue.push(2))" }
        queue.finish()
        #expect(pusher.answer() == "finished")
        #expect((1...2).map { _ in "\(queue.pop())" } == ["element(1)", "finished"])
    }

    @Test("Finishing lets go whoever waits to take, with or without a deadline", arguments: [true, false])
    func finishReleasesTaker(hasDeadline: Bool) throws {
        let queue = queue(1, whenFull: .refuse)
        let deadline = hasDeadline ? clock.now + .seconds(1) : nil
        let taker = try ThreadCall { "\(queue.pop(until: deadline))" }
        if hasDeadline { clock.awaitWaiters(1) }
        queue.finish()
        #expect(taker.answer() == "finished")
    }

    @Test("Taking from an empty queue gives up when the deadline has come, and not before")
    func timeOut() throws {
        let queue = queue(1, whenFull: .refuse)
        let deadline = clock.now + .seconds(1)
        let taker = try ThreadCall { "\(queue.pop(until: deadline))" }
        clock.advance(by: .seconds(1), inStepsOf: .milliseconds(100), whenWaiting: 0)
        #expect(taker.answer() == "timedOut")
    }

    @Test("A taker still waits when the deadline is a nanosecond away")
    func notYet() throws {
        let queue = queue(1, whenFull: .refuse)
        let deadline = clock.now + .seconds(1)
        let taker = try ThreadCall { "\(queue.pop(until: deadline))" }
        clock.awaitWaiters(1)
        clock.advance(by: .nanoseconds(999_999_999))
        clock.awaitWaiters(1)
        _ = queue.push(7)
        #expect(taker.answer() == "element(7)")
    }

    @Test("A deadline that has passed takes what is there, and doesn't wait for what is not")
    func passedDeadline() {
        let queue = queue(1, whenFull: .refuse)
        _ = queue.push(1)
        #expect("\(queue.pop(until: clock.now - .seconds(1)))" == "element(1)")
        #expect("\(queue.pop(until: clock.now - .seconds(1)))" == "timedOut")
        #expect("\(queue.pop(until: clock.now))" == "timedOut")
    }

    @Test("Many producers and one consumer lose nothing, double nothing, and keep each producer's order")
    func manyProducers() throws {
        let queue = queue(8, whenFull: .wait)
        let producers = try (0..<4).map { producer in
            try WorkerThread(name: "producer \(producer)") {
                for number in 0..<1_000 { _ = queue.push(producer * 1_000 + number) }
            }
        }
        var taken: [Int] = []
        while taken.count < 4_000, case .element(let number) = queue.pop() { taken.append(number) }
        for producer in producers { producer.join() }
        #expect(queue.count == 0)
        for producer in 0..<4 {
            #expect(taken.filter { $0 / 1_000 == producer } == Array(producer * 1_000..<(producer + 1) * 1_000))
        }
    }

    @Test("Everything that many producers push is either taken or handed back")
    func manyProducersThatDrop() throws {
        let queue = queue(4, whenFull: .dropOldest)
        let replaced = ConditionLock<[Int]>([])
        let producers = try (0..<4).map { producer in
            try WorkerThread(name: "producer \(producer)") {
                for number in 0..<500 {
                    if case .replaced(let old) = queue.push(producer * 500 + number) {
                        replaced.withLock { $0.append(old) }
                    }
                }
            }
        }
        let taken = ConditionLock<[Int]>([])
        let consumer = try WorkerThread(name: "consumer") {
            while case .element(let number) = queue.pop() { taken.withLock { $0.append(number) } }
        }
        for producer in producers { producer.join() }
        queue.finish()
        consumer.join()
        #expect((taken.withLock { $0 } + replaced.withLock { $0 }).sorted() == Array(0..<2_000))
    }
}
