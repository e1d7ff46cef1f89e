import DoubletakeMedia
import DoubletakeWriting

/// Makes a film's next part ahead, on a thread of its own, and keeps it until a keyframe comes that it can begin with.
final class NextPart: Sendable {
    /// What a part is made from.
    struct Maker: Sendable {
        let film: FilmFile
        let tracks: [MovieEncoders.Track]
        let metadata: MovieMetadata
        let codecs: any CodecProvider
        let clock: any MediaClock

        /// Makes the file of the part with that number.
        func make(_ number: Int) throws(WriterError) -> MoviePart {
            try MoviePart(number, of: film, tracks: tracks, metadata: metadata, codecs: codecs, clock: clock)
        }
    }

    private struct State {
        var ready: MoviePart?
        /// From when on the part may begin.
        var boundary: MediaTime?
        var isPreparing = false
        /// The number of the newest part that the film goes on in.
        var takenNumber = 1
        /// Before that none is made, since one could not be.
        var nextAttempt: MediaTime?
        var requestKeyframe: @Sendable (MediaTime) -> Void = { _ in }
    }

    /// How long a next part that could not be made isn't tried again.
    ///
    /// Shorter, and a full disk is told of all the time; longer, and the part grows though there is room again.
    private static let patience = Duration.seconds(10)

    private let maker: Maker
    private let state = ConditionLock(State())
    private let wanted: BoundedQueue<Int>
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Parameter reportFailure: takes why a part could not be made.
    init(_ maker: Maker, reportFailure: @escaping @Sendable (WriterError) -> Void) throws(SystemCallError) {
        self.maker = maker
        // One at a time is wanted.
        let wanted = BoundedQueue<Int>(capacity: 1, whenFull: .refuse, clock: maker.clock)
        self.wanted = wanted
        thread = try WorkerThread(name: "next part") { [state] in
            while case .element(let number) = wanted.pop() {
                do throws(WriterError) {
                    Self.offer(try maker.make(number), in: state, of: maker.film)
                } catch {
                    reportFailure(error)
                    state.withLock { state in
                        state.isPreparing = false
                        state.nextAttempt = maker.clock.now + Self.patience
                    }
                }
            }
        }
    }

    /// Says how a keyframe is asked for.
    func onReady(requestKeyframe: @escaping @Sendable (MediaTime) -> Void) {
        state.withLock { $0.requestKeyframe = requestKeyframe }
    }

    /// Wants the part with that number to begin at an instant or soon after it; never blocks.
    ///
    /// While it is wanted already, or when the film has just gone on in it, nothing is done.
    func want(_ number: Int, from boundary: MediaTime) {
        let now = maker.clock.now
        let isNew = state.withLock { state in
            guard number > state.takenNumber, state.ready == nil, !state.isPreparing,
                now >= state.nextAttempt ?? now
            else { return false }
            state.isPreparing = true
            state.boundary = boundary
            return true
        }
        if isNew { _ = wanted.push(number) }
    }

    /// Wants a part as soon as can be, whatever was wanted before.
    ///
    /// - Parameter start: it begins after that.
    func wantNow(after start: MediaTime) {
        let boundary = start + .nanoseconds(1)
        let (number, requestKeyframe) = state.withLock { state in
            state.boundary = boundary
            state.nextAttempt = nil
            return (state.takenNumber + 1, state.ready == nil ? nil : state.requestKeyframe)
        }
        if let requestKeyframe { requestKeyframe(boundary) } else { want(number, from: boundary) }
    }

    /// The part, if it is ready and may begin with a keyframe of that time.
    func take(at time: MediaTime) -> MoviePart? {
        state.withLock { state in
            guard let boundary = state.boundary, time >= boundary, let part = state.ready else { return nil }
            state.ready = nil
            state.takenNumber = part.file.number
            return part
        }
    }

    /// Ends the thread; a part that is ready is given up.
    func end() {
        wanted.finish()
        thread.join()
        let ready = state.withLock { state in
            defer { state.ready = nil }
            return state.ready
        }
        ready?.giveUp(in: maker.film)
    }

    private static func offer(_ part: MoviePart, in state: ConditionLock<State>, of film: FilmFile) {
        let request = state.withLock { state -> (boundary: MediaTime, send: @Sendable (MediaTime) -> Void)? in
            state.isPreparing = false
            guard let boundary = state.boundary else { return nil }
            state.ready = part
            return (boundary, state.requestKeyframe)
        }
        if let request { request.send(request.boundary) } else { part.giveUp(in: film) }
    }
}
