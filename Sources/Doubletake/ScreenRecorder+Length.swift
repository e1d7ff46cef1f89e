public import DoubletakeMedia

extension ScreenRecorder {
    /// How long the film is at an instant that is now or has passed, without its pauses; nil when none is recorded.
    ///
    /// It is negative for an instant before the film.
    public func filmLength(at instant: MediaTime? = nil) -> Duration? {
        guard case .recording(let take, let pipeline, _) = phase else { return nil }
        return pipeline.timeline.filmTime(of: instant ?? clock.now) - take.description.start
    }
}
