import DoubletakeMedia

/// What is told to a stage's thread: all that wasn't taken yet is one input.
protocol FilmStageInput: Sendable {
    /// An input that begins the film at `start`, or ends it at `end`.
    init(start: MediaTime?, end: MediaTime?)

    /// Both inputs in one; nothing of either is lost uncounted.
    static func merge(_ earlier: Self, _ later: Self) -> Self
}

/// A thread on the road from a source to the typed buffers of a film: what it takes begins and ends with the film.
protocol FilmStage: Sendable {
    /// What is told to the thread.
    associatedtype Input: FilmStageInput

    /// Where it is told.
    var inbox: LatestValue<Input> { get }
    /// The thread.
    var thread: WorkerThread { get }
}

extension FilmStage {
    /// Begins the film.
    func begin(at start: MediaTime) {
        inbox.put(Input(start: start, end: nil))
    }

    /// Ends the film at `end`, which may be yet to come: the stage then says `finished` and its thread ends.
    func end(at end: MediaTime) {
        inbox.put(Input(start: nil, end: end))
    }

    /// Waits until the thread is gone, after `end(at:)`.
    func join() {
        thread.join()
    }

    /// Ends the stage without a film, or without the rest of one.
    func cancel() {
        inbox.finish()
        thread.join()
    }
}
