public import DoubletakeMedia

/// Chapters: named instants of the film.
extension AssetWriter {
    /// Takes a marker, which players show as a chapter that lasts until the next one, or the film's end.
    ///
    /// Markers may come in any order, from any thread; two of the same instant are both kept. One from before the
    /// session's start, or from its end on, is no part of the film: it is left out and counted, as is what is more than
    /// ten thousand. What was taken a fragment ago survives a kill: `doubletake repair` makes chapters of it.
    ///
    /// - Returns: false when the writer has failed, or is no longer writing: look at its status.
    /// - Throws: `WriterError.misuse` outside of a session.
    public func append(_ marker: Marker) throws(WriterError) -> Bool {
        let (status, session) = shared.state.read { ($0.status, $0.isSessionEnded ? .never : $0.session) }
        switch (status, session) {
        case (.writing, .open(let writer)): return writer.send(.marker(marker))
        case (.failed, _), (.completed, _), (.cancelled, _): return false
        case (.unknown, _), (.writing, _):
            throw .misuse(
                subject: path,
                reason: "a marker can't be appended now",
                help: "Append markers after startSession and before endSession."
            )
        }
    }

    /// How many markers were left out because they are not within the film; known once writing has ended.
    public var droppedMarkerCount: Int {
        shared.state.read { $0.droppedMarkerCount }
    }
}
