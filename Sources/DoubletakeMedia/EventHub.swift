/// Something that happens while a recording runs and that others want to hear of.
public protocol HubEvent: Sendable {
    /// A word for the kind of event of which only the newest matters (status, levels), so that an unread one is
    /// replaced; nil for errors, warnings, markers and ends, of which every one is delivered.
    var replaceableKind: String? { get }
}

/// Carries events from the threads on which they happen up to everyone who subscribed.
///
/// Publishing never blocks. Each subscriber has a stream of its own, in the order of publishing, that holds at most one
/// unread event of each replaceable kind. Events that can't be replaced are all kept until they are read; whoever
/// publishes them limits their rate.
public final class EventHub<Event: HubEvent>: Sendable {
    private struct State {
        var streams: [EventStream<Event>] = []
        var isFinished = false
    }

    private let state = ConditionLock(State())

    /// Creates a hub without subscribers.
    public init() {}

    /// A stream of all events from now on.
    ///
    /// After `finish()` it is an empty one.
    public func subscribe() -> EventStream<Event> {
        let stream = EventStream<Event>()
        let isFinished = state.withLock { state in
            if !state.isFinished { state.streams.append(stream) }
            return state.isFinished
        }
        if isFinished { stream.finish() }
        return stream
    }

    /// Hands `event` to every subscriber.
    ///
    /// Any thread; never blocks.
    public func publish(_ event: Event) {
        let streams = state.withLock { $0.streams }
        for stream in streams { stream.append(event) }
    }

    /// Ends every stream after what was published.
    ///
    /// More than once is harmless.
    public func finish() {
        let streams = state.withLock { state in
            state.isFinished = true
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish() }
    }
}

/// One subscriber's events, in order.
///
/// One task reads it.
public final class EventStream<Event: HubEvent>: AsyncSequence, Sendable {
    private struct State {
        var unread: [Event] = []
        var isFinished = false
        var reader: CheckedContinuation<Event?, Never>?
    }

    private let state = ConditionLock(State())

    fileprivate init() {}

    /// Reads the stream; `next()` answers nil once the hub is finished and everything was read, or the task was
    /// cancelled.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let stream: EventStream<Event>

        /// The next event.
        public mutating func next() async -> Event? {
            await stream.next()
        }
    }

    /// The reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    fileprivate func append(_ event: Event) {
        let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if let kind = event.replaceableKind {
                state.unread.removeAll { $0.replaceableKind == kind }
            }
            state.unread.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    fileprivate func finish() {
        let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func next() async -> Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Event?? in
                    if !state.unread.isEmpty { return .some(state.unread.removeFirst()) }
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    precondition(state.reader == nil, "one task reads an event stream")
                    state.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
