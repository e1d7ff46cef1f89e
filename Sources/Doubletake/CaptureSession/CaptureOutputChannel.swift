public import DoubletakeMedia
import DoubletakePixels

/// What lies between the threads that capture and an output's delegate: a bounded queue, and a thread that empties it.
///
/// What captures only puts something into the queue. The thread converts pictures and calls the delegate, so neither ever
/// happens where a device is waited for.
public final class CaptureOutputChannel: Sendable {
    /// Who takes what comes out.
    struct Receiver: Sendable {
        let queue: CaptureCallbackQueue?
        let take: @Sendable (SampleBuffer, CaptureConnection) -> Void
        let tell: @Sendable (DroppedSamples, CaptureConnection) -> Void
    }

    /// A buffer and the connection on which it came.
    private struct Item {
        let buffer: SampleBuffer
        let connection: CaptureConnection
    }

    /// What is to be told of a connection.
    private struct Loss {
        let connection: CaptureConnection
        var samples: DroppedSamples
    }

    /// What the thread does next.
    private enum Work {
        case tell([Loss], Receiver?)
        case deliver(Item, Receiver)
    }

    private struct State {
        var receiver: Receiver?
        var videoFormat = PixelFormat.i420
        var discardsLate = true
        var isRunning = false
        var waiting: [Item] = []
        var losses: [Loss] = []
        var droppedCount = 0
        var call: CaptureCallback?
        var thread: WorkerThread?
        var load = OutputLoad()
    }

    /// How many pictures wait for a delegate that is to have late ones, too.
    ///
    /// With fewer a short delay costs a picture; with more a camera's own canvases, of which there are five, would run
    /// out.
    static let lateFrameCount = 2

    /// How many buffers of sound wait, of about 20 ms each.
    static let soundBufferCount = 100

    /// Pictures or sound.
    public let mediaType: MediaType
    private let state = ConditionLock(State())
    private let owner = ConditionLock<ObjectIdentifier?>(nil)

    init(mediaType: MediaType) {
        self.mediaType = mediaType
    }

    /// How many buffers were captured and not delivered.
    var droppedCount: Int {
        state.read { $0.droppedCount }
    }

    var videoFormat: PixelFormat {
        get { state.read { $0.videoFormat } }
        set { state.withLock { $0.videoFormat = newValue } }
    }

    var discardsLate: Bool {
        get { state.read { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    /// How long a buffer takes, as a part of the time until the next one comes.
    var load: Double {
        state.read { $0.load.value }
    }

    func setReceiver(_ receiver: Receiver?) {
        state.withLock { $0.receiver = receiver }
    }

    /// Makes a session its owner; false when another one is.
    func claim(by session: ObjectIdentifier) -> Bool {
        owner.withLock { owner in
            if let owner { return owner == session }
            owner = session
            return true
        }
    }

    /// Lets it be added to another session.
    func release() {
        owner.withLock { $0 = nil }
    }

    // MARK: The threads that capture

    /// Takes a buffer; never blocks.
    func put(_ buffer: SampleBuffer, from connection: CaptureConnection) {
        state.withLock { state in
            guard state.isRunning else { return }
            if state.waiting.count >= capacity(state) {
                let earlier = state.waiting.removeFirst()
                let samples = DroppedSamples(reason: .late, count: 1, newestTime: earlier.buffer.presentationTime)
                Self.lose(samples, of: earlier.connection, &state)
            }
            state.waiting.append(Item(buffer: buffer, connection: connection))
        }
    }

    /// Hears of what was lost before it came here; never blocks.
    func note(_ samples: DroppedSamples, from connection: CaptureConnection) {
        state.withLock { state in
            if state.isRunning { Self.lose(samples, of: connection, &state) }
        }
    }

    private func capacity(_ state: State) -> Int {
        switch mediaType {
        case .audio: Self.soundBufferCount
        case .video: state.discardsLate ? 1 : Self.lateFrameCount
        }
    }

    /// There is one entry for each connection and reason, so the list doesn't grow while nobody hears of it.
    private static func lose(_ samples: DroppedSamples, of connection: CaptureConnection, _ state: inout State) {
        state.droppedCount += samples.count
        let index = state.losses.firstIndex { $0.connection === connection && $0.samples.reason == samples.reason }
        if let index {
            state.losses[index].samples.add(samples)
        } else {
            state.losses.append(Loss(connection: connection, samples: samples))
        }
    }

    // MARK: The session

    /// Begins to deliver; harmless when it does already.
    func start(clock: any MediaClock) throws(SystemCallError) {
        let isNeeded = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isNeeded else { return }
        do throws(SystemCallError) {
            let thread = try WorkerThread(name: "\(mediaType)-output") { [self] in work(clock: clock) }
            state.withLock { $0.thread = thread }
        } catch {
            state.withLock { $0.isRunning = false }
            throw error
        }
    }

    /// Ends delivering; when it comes back, a call that has begun is over and none follows.
    ///
    /// Blocks.
    func stop() {
        let (thread, call) = state.withLock { state in
            state.isRunning = false
            state.waiting = []
            state.losses = []
            defer { state.thread = nil }
            return (state.thread, state.call)
        }
        call?.giveUp()
        thread?.join()
    }

    // MARK: Its own thread

    private func work(clock: any MediaClock) {
        var transformer = FrameTransformer()
        while let work = next(clock) {
            switch work {
            case .tell(let losses, let receiver):
                guard let receiver else { continue }
                for loss in losses {
                    call(receiver, clock) { receiver.tell(loss.samples, loss.connection) }
                }
            case .deliver(let item, let receiver):
                guard item.connection.passes else { continue }
                let begin = clock.now
                guard let buffer = prepare(item, &transformer) else { continue }
                call(receiver, clock) {
                    // It may have been disconnected while this waited in the caller's queue.
                    if item.connection.passes { receiver.take(buffer, item.connection) }
                }
                let time = item.buffer.presentationTime
                let duration = clock.now - begin
                state.withLock { $0.load.add(duration, at: time) }
            }
        }
    }

    /// What is to be done next; waits for something, and is nil when the thread is to end.
    private func next(_ clock: any MediaClock) -> Work? {
        let work = state.wait(until: nil, on: clock) { state -> Work?? in
            guard state.isRunning else { return .some(nil) }
            if !state.losses.isEmpty {
                defer { state.losses = [] }
                return .tell(state.losses, state.receiver)
            }
            guard !state.waiting.isEmpty else { return nil }
            let item = state.waiting.removeFirst()
            // Without a delegate nothing is late.
            guard let receiver = state.receiver else { return .tell([], nil) }
            return .deliver(item, receiver)
        }
        return work ?? nil
    }

    private func prepare(_ item: Item, _ transformer: inout FrameTransformer) -> SampleBuffer? {
        guard case .video(let frame) = item.buffer.content else { return item.buffer }
        if let frame = transformer.transform(frame, of: item.connection, to: videoFormat) { return SampleBuffer(frame) }
        let samples = DroppedSamples(reason: .outOfBuffers, count: 1, newestTime: frame.time)
        state.withLock { Self.lose(samples, of: item.connection, &$0) }
        return nil
    }

    private func call(_ receiver: Receiver, _ clock: any MediaClock, _ body: @escaping @Sendable () -> Void) {
        let callback = CaptureCallback()
        let isWanted = state.withLock { state in
            if state.isRunning { state.call = callback }
            return state.isRunning
        }
        guard isWanted else { return }
        callback.run(on: receiver.queue, clock: clock, body)
        state.withLock { $0.call = nil }
    }
}
