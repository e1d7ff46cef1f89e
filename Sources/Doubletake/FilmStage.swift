import DoubletakeMedia

/// What a stage is told about the film.
enum FilmCommand: Sendable {
    /// The film begins at that instant.
    case begin(MediaTime)
    /// It ends at that instant, which may be yet to come.
    case end(MediaTime)
    /// It ends at once, and nothing more of it is wanted.
    case abandon
}

/// What is told to a stage's thread: all that wasn't taken yet is one input.
protocol FilmStageInput: Sendable {
    /// An input with a command alone.
    init(_ command: FilmCommand)

    /// Both inputs in one; nothing of either is lost uncounted.
    static func merge(_ earlier: Self, _ later: Self) -> Self
}

/// A thread on the road from a source to the typed buffers of a film, for one film after the other.
protocol FilmStage: Sendable {
    /// What is told to the thread.
    associatedtype Input: FilmStageInput

    /// Where it is told.
    var inbox: LatestValue<Input> { get }
    /// The thread.
    var thread: WorkerThread { get }
}

extension FilmStage {
    /// Tells the stage about the film; never blocks.
    func tell(_ command: FilmCommand) {
        inbox.put(Input(command))
    }

    /// Ends the stage, with its film if there is one; comes back when its thread is gone.
    func close() {
        inbox.finish()
        thread.join()
    }
}
