public import DoubletakeMedia

/// Lets other programs of the same user ask something of a recorder, through a socket of its own.
///
/// Requests are handed over on a thread of its own, called `control`; they are answered whenever that can be done, by
/// any thread. Nothing that a client does, or fails to do, holds up anybody else: what it sends and what is sent to it is
/// bounded, and nobody waits for it. `stop()` must be called, or the thread traps.
public final class ControlServer: Sendable {
    /// What a request is answered through, once.
    public struct Reply: Sendable {
        fileprivate let client: Int
        fileprivate let state: ConditionLock<State>
        fileprivate let wakeUp: ThreadWakeUp

        /// Answers; what comes after the first time is left out.
        ///
        /// - Parameter sequel: what the client gets from then on.
        public func send(_ answer: ControlAnswer, then sequel: ControlRequest.Sequel = .none) {
            state.withLock { state in
                state.answers.append((client, answer.line, sequel))
                // Who has its answer misses no event that comes after it.
                if sequel == .events { state.followerCount += 1 }
            }
            wakeUp.lookAgain()
        }
    }

    /// How many clients there are at most; more wait until one has gone.
    static let capacity: Int32 = 64

    fileprivate struct State {
        var answers: [(client: Int, line: String, sequel: ControlRequest.Sequel)] = []
        var events: [String] = []
        /// How many clients follow, or will once they have their answer.
        var followerCount = 0
    }

    /// The name under which it can be reached.
    public let instance: String
    private let folder: ControlFolder
    private let state = ConditionLock(State())
    private let isReleased = ConditionLock(false)
    private let wakeUp: ThreadWakeUp
    private let thread: WorkerThread

    /// Begins to listen under a name.
    ///
    /// - Parameter handler: takes requests; called on the thread `control`, and must not block.
    public init(
        _ instance: String,
        in folder: ControlFolder,
        clock: any MediaClock,
        handler: @escaping @Sendable (ControlRequest, Reply) -> Void
    ) throws(ControlError) {
        self.instance = instance
        self.folder = folder
        let socket = try folder.listen(as: instance)
        let (state, owner) = (state, folder.owner)
        do throws(SystemCallError) {
            let wakeUp = try ThreadWakeUp()
            self.wakeUp = wakeUp
            thread = try WorkerThread(name: "control") {
                var clients = ControlClients(socket, owner: owner, clock: clock) { request, client in
                    handler(request, Reply(client: client, state: state, wakeUp: wakeUp))
                }
                while clients.work(until: wakeUp) {
                    let (answers, events) = state.withLock { state in
                        defer { (state.answers, state.events) = ([], []) }
                        return (state.answers, state.events)
                    }
                    for answer in answers { clients.answer(answer.client, with: answer.line, then: answer.sequel) }
                    for event in events { clients.tellFollowers(event) }
                    let followerCount = clients.followerCount
                    state.withLock { state in
                        state.followerCount = followerCount + state.answers.count { $0.sequel == .events }
                    }
                }
                for answer in state.withLock({ $0.answers }) {
                    clients.answer(answer.client, with: answer.line, then: answer.sequel)
                }
                for event in state.withLock({ $0.events }) { clients.tellFollowers(event) }
                clients.end()
            }
        } catch {
            folder.release(instance)
            throw .system(error)
        }
    }

    /// Tells those who follow of an event, a line of JSON without its end; never blocks.
    public func tellFollowers(_ event: String) {
        let isFollowed = state.withLock { state in
            if state.followerCount > 0 { state.events.append(event + "\n") }
            return state.followerCount > 0
        }
        if isFollowed { wakeUp.lookAgain() }
    }

    /// Gives the name back: from now on nobody else reaches it, and those who have are still answered.
    public func release() {
        let isFirst = isReleased.withLock { isReleased in
            defer { isReleased = true }
            return !isReleased
        }
        if isFirst { folder.release(instance) }
    }

    /// Ends it: what was answered by now is sent, and who was not answered is hung up on; more than once is harmless.
    public func stop() {
        release()
        wakeUp.stop()
        thread.join()
    }
}
