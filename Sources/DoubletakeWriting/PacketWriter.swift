import DoubletakeISOMedia
import DoubletakeMedia

/// The thread that brings a writer's packets into the file.
///
/// It interleaves them, hands them to the muxer, cuts a fragment in regular intervals whether or not anything came, and
/// finishes the file when every track has ended and nothing more will be said of the session. Another thread waits for the
/// disk after each fragment. Its queue is bounded: when the disk can't keep up, the encoders wait,
/// and pictures are dropped before them.
final class PacketWriter: Sendable {
    /// What the thread is told.
    enum Message: Sendable {
        case packet(track: Int, EncodedPacket)
        case trackFinished(Int)
        case marker(Marker)
        /// The track's last packet ends at this instant.
        case packetEnded(track: Int, MediaTime)
        /// The session ends at this instant: a film also when nothing was appended.
        case sessionEnded(MediaTime)
        /// The film ends at this instant, if there is one.
        case filmEnded(MediaTime)
        /// Nothing more will be said: once every track has ended the file is finished.
        case finishing
        /// A stage failed; the file is closed with what is there.
        case failed(WriterError)
        /// Nobody wants the file.
        case cancelled
    }

    /// How it ended.
    enum Outcome: Sendable {
        case completed
        case failed(WriterError, isFilePlayable: Bool)
        case cancelled

        /// Whether what is at the path is worth keeping.
        var leavesFile: Bool {
            switch self {
            case .completed: true
            case .failed(_, let isFilePlayable): isFilePlayable
            case .cancelled: false
            }
        }
    }

    /// How many messages wait for the disk at most: about ten seconds of a picture and three sound tracks.
    ///
    /// More, and a disk that stalls fills the memory; fewer, and it costs pictures sooner than it must.
    static let queueCapacity = 2_048

    private let queue: BoundedQueue<Message>
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - progress: runs on it whenever there may be room in the queue again.
    ///   - completion: runs on it once, as the last thing.
    init(
        file: MovieFileWriter,
        clock: any MediaClock,
        progress: @escaping @Sendable () -> Void = {},
        completion: @escaping @Sendable (Outcome) -> Void
    ) throws(SystemCallError) {
        let queue = BoundedQueue<Message>(capacity: Self.queueCapacity, whenFull: .wait, clock: clock)
        let synchronizer = try file.makeSynchronizer(clock: clock)
        self.queue = queue
        do throws(SystemCallError) {
            thread = try WorkerThread(name: "writer") {
                let outcome = Self.run(queue, file: file, synchronizer: synchronizer, clock: clock, progress: progress)
                queue.finish()
                // What came while the file was finished is not in it.
                while case .element(let message) = queue.pop() {
                    if case .marker = message { file.droppedMarkerCount += 1 }
                }
                completion(outcome)
            }
        } catch {
            synchronizer.end()
            throw error
        }
    }

    /// Whether a packet would find room in the queue.
    var isReady: Bool {
        queue.count < queue.capacity
    }

    /// Sends a message; waits while the queue is full.
    ///
    /// False when the thread has ended.
    @discardableResult
    func send(_ message: Message) -> Bool {
        if case .accepted = queue.push(message) { true } else { false }
    }

    /// Waits until the thread is gone, after `finishing` and the end of every track, or after `cancelled`.
    func join() {
        thread.join()
    }

    private static func run(
        _ queue: BoundedQueue<Message>,
        file: MovieFileWriter,
        synchronizer: FragmentSynchronizer,
        clock: any MediaClock,
        progress: () -> Void
    ) -> Outcome {
        let ending: Outcome?
        var failure: WriterError?
        do throws(WriterError) {
            ending = try write(queue, into: file, synchronizer: synchronizer, clock: clock, progress: progress)
        } catch {
            ending = nil
            failure = error
        }
        synchronizer.end()
        if let ending { return ending }
        // What failed after the last cut counts too: the system tells of it once.
        failure = failure ?? synchronizer.failure.map { .cannotWrite($0) }
        // Whatever failed, what was written is made as good a file as it can be.
        do throws(WriterError) {
            try file.finish()
        } catch {
            return .failed(failure ?? error, isFilePlayable: file.isPlayable)
        }
        return failure.map { .failed($0, isFilePlayable: file.isPlayable) } ?? .completed
    }

    /// Writes until every track has ended and the session's end is known or will never be; answers with how it ended otherwise.
    private static func write(
        _ queue: BoundedQueue<Message>,
        into file: MovieFileWriter,
        synchronizer: FragmentSynchronizer,
        clock: any MediaClock,
        progress: () -> Void
    ) throws(WriterError) -> Outcome? {
        var interleaver = Interleaver(trackCount: file.trackCount)
        var isFinishing = false
        while !interleaver.isComplete || !isFinishing && file.end == nil {
            let deadline = [file.nextCut, interleaver.deadline].compactMap { $0 }.min()
            switch queue.pop(until: deadline) {
            case .element(.packet(let track, let packet)): interleaver.append(packet, toTrack: track, at: clock.now)
            case .element(.trackFinished(let track)): interleaver.finish(track: track)
            case .element(.marker(let marker)): try file.write(marker)
            case .element(.finishing): isFinishing = true
            case .element(.packetEnded(let track, let time)): file.endLastPacket(ofTrack: track, at: time)
            case .element(.filmEnded(let end)):
                file.end = end
                file.laterSamples = .leftOut
            case .element(.sessionEnded(let end)):
                file.end = end
                file.mayBeEmpty = true
            case .element(.failed(let error)):
                try drain(&interleaver, into: file)
                throw error
            case .element(.cancelled), .finished: return .cancelled
            case .timedOut: break
            }
            progress()
            if let failure = synchronizer.failure { throw .cannotWrite(failure) }
            let now = clock.now
            while let (track, packet) = interleaver.next(at: now) { try file.write(packet, toTrack: track) }
            guard let cut = file.nextCut, now >= cut else { continue }
            // No packet is held back over a cut: what is here now survives a kill.
            try drain(&interleaver, into: file)
            try file.cut(at: now)
            synchronizer.request()
        }
        try drain(&interleaver, into: file)
        return nil
    }

    private static func drain(_ interleaver: inout Interleaver, into file: MovieFileWriter) throws(WriterError) {
        while let (track, packet) = interleaver.nextRegardless() { try file.write(packet, toTrack: track) }
    }
}
