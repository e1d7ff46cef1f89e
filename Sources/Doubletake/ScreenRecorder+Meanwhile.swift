public import DoubletakeMedia

/// What can be done while a film is recorded.
extension ScreenRecorder {
    /// Lets nothing go into the film, or to the capture's handler, until `resume(at:)`; what comes then follows at once.
    ///
    /// While it is paused already nothing happens. A start that could still be taken back is confirmed.
    ///
    /// - Parameter instant: when the pause begins, by default now; what is in the film already stays there.
    public func pause(at instant: MediaTime? = nil) throws(RecordingError) {
        let (pipeline, start) = try pausablePipeline(to: "pause")
        confirmRecording()
        guard let begin = pipeline.pause(at: instant ?? clock.now) else { return }
        hub.publish(.paused(pipeline.pauseEdge(at: begin, since: start)))
    }

    /// Ends a pause; the film goes on with the newest picture.
    ///
    /// While it isn't paused nothing happens.
    ///
    /// - Parameter instant: when the film goes on, by default now; it may be up to a second ago, as the time of a key.
    public func resume(at instant: MediaTime? = nil) throws(RecordingError) {
        let (pipeline, start) = try pausablePipeline(to: "resume")
        guard let end = pipeline.resume(at: instant ?? clock.now) else { return }
        hub.publish(.resumed(pipeline.pauseEdge(at: end, since: start)))
    }

    private func pausablePipeline(to wanted: String) throws(RecordingError) -> (RecordingPipeline, MediaTime?) {
        switch phase {
        case .recording(let take, let pipeline, _): return (pipeline, take.description.start)
        case .capturing(let tap): return (tap.pipeline, nil)
        case .idle, .starting, .armed, .stopping, .cancelling: throw .wrongState(state, wanted: wanted)
        }
    }

    /// Puts a marker into the film that is recorded, which players show as a chapter.
    ///
    /// - Parameters:
    ///   - name: what it is called, as `Marker` makes a line of it; by default "Marker 1", "Marker 2" and so on.
    ///   - time: its instant, such as the time of a key press; by default that of the call.
    /// - Returns: the marker; nil when that instant is not in the film (before its beginning, or in a part that is
    ///   complete), or the file may not become larger. Such a marker counts as dropped, as does one that turns out to
    ///   be later than the film's end.
    @discardableResult
    public func mark(
        _ name: String? = nil,
        at time: MediaTime? = nil
    ) async throws(RecordingError) -> RecordedMarker? {
        guard case .recording(let take, _, _) = phase else { throw .wrongState(state, wanted: "mark") }
        guard let marker = try await take.mark(name, at: time ?? clock.now) else { return nil }
        switch phase {
        case .recording(let current, _, isConfirmed: false) where current === take: unconfirmedMarkers.append(marker)
        case .recording(let current, _, _) where current === take: hub.publish(.marker(marker))
        case .stopping: hub.publish(.marker(marker))
        case .idle, .starting, .armed, .recording, .capturing, .cancelling:
            // The film is over, or its start was taken back.
            break
        }
        return marker
    }

    /// Lets the film go on in its next part, `NAME-2`, as soon as its file is made; nothing is lost between them.
    ///
    /// The event `split` tells of it.
    public func split() throws(RecordingError) {
        guard case .recording(let take, _, _) = phase else { throw .wrongState(state, wanted: "split") }
        confirmRecording()
        take.split()
    }
}
