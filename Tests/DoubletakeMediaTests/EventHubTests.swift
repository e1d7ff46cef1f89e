import DoubletakeMedia
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EventHubTests {
    private enum Event: HubEvent, Equatable {
        case status(Int)
        case level(Int)
        case marker(Int)

        var replaceableKind: String? {
            switch self {
            case .status: "status"
            case .level: "level"
            case .marker: nil
            }
        }
    }

    private let hub = EventHub<Event>()

    private func all(of stream: EventStream<Event>) async -> [Event] {
        var events: [Event] = []
        for await event in stream { events.append(event) }
        return events
    }

    @Test("Events that can't be replaced are all delivered, in order")
    func order() async {
        let stream = hub.subscribe()
        for number in 0..<1_000 { hub.publish(.marker(number)) }
        hub.finish()
        #expect(await all(of: stream) == (0..<1_000).map { Event.marker($0) })
    }

    @Test("Of a replaceable kind only the newest stays unread, and the rest keeps its order")
    func replacement() async {
        let stream = hub.subscribe()
        for event: Event in [.status(1), .marker(1), .level(1), .status(2), .marker(2), .level(2), .status(3)] {
            hub.publish(event)
        }
        hub.finish()
        #expect(await all(of: stream) == [.marker(1), .marker(2), .level(2), .status(3)])
    }

    @Test("What was read is not replaced")
    func read() async {
        let stream = hub.subscribe()
        var iterator = stream.makeAsyncIterator()
        hub.publish(.status(1))
        #expect(await iterator.next() == .status(1))
        hub.publish(.status(2))
        #expect(await iterator.next() == .status(2))
    }

    @Test("Two subscribers read each at its own pace")
    func independence() async {
        let slow = hub.subscribe()
        let fast = hub.subscribe()
        var iterator = fast.makeAsyncIterator()
        for number in 1...2 {
            hub.publish(.status(number))
            hub.publish(.marker(number))
            #expect(await iterator.next() == .status(number))
            #expect(await iterator.next() == .marker(number))
        }
        hub.finish()
        #expect(await iterator.next() == nil)
        #expect(await all(of: slow) == [.marker(1), .status(2), .marker(2)])
    }

    @Test("A subscriber hears what is published after it came")
    func late() async {
        hub.publish(.marker(1))
        let stream = hub.subscribe()
        hub.publish(.marker(2))
        hub.finish()
        #expect(await all(of: stream) == [.marker(2)])
    }

    @Test("After the end a stream is empty, and nothing more is delivered")
    func finish() async {
        let early = hub.subscribe()
        hub.finish()
        hub.finish()
        hub.publish(.marker(1))
        #expect(await all(of: early) == [])
        #expect(await all(of: hub.subscribe()) == [])
    }

    @Test("A reader that waits gets the next event, and the end")
    func waiting() async {
        let stream = hub.subscribe()
        let reader = Task { await all(of: stream) }
        for number in 0..<100 {
            hub.publish(.marker(number))
            await Task.yield()
        }
        hub.finish()
        #expect(await reader.value == (0..<100).map { Event.marker($0) })
    }

    @Test("A reader whose task is cancelled gets the end, whether it waits already or not")
    func cancellation() async {
        for _ in 0..<50 {
            let stream = hub.subscribe()
            let reader = Task { await all(of: stream) }
            await Task.yield()
            reader.cancel()
            #expect(await reader.value == [])
        }
    }

    @Test("Many threads publish at once and nothing is lost")
    func threads() async throws {
        let stream = hub.subscribe()
        let threads = try (0..<4).map { index in
            try WorkerThread(name: "publisher \(index)") { [hub] in
                for number in 0..<250 { hub.publish(.marker(index * 250 + number)) }
            }
        }
        for thread in threads { thread.join() }
        hub.finish()
        let numbers = await all(of: stream).compactMap { event in
            if case .marker(let number) = event { number } else { nil }
        }
        #expect(numbers.sorted() == Array(0..<1_000))
        for index in 0..<4 {
            let own = numbers.filter { $0 / 250 == index }
            #expect(own == own.sorted())
        }
    }
}
