import DoubletakeMedia

/// The cameras that have a file of their own beside the film, each on its way to it.
///
/// Its methods are called by one thread at a time.
final class CameraTracks: Sendable {
    /// The cameras, in the order in which they were chosen.
    let tracks: [CameraTrack]
    /// Where their pictures go, on the stages' threads.
    let outputs: Tee<CaptureOutput>

    /// Starts a stage for each camera.
    ///
    /// - Parameters:
    ///   - outputs: gets what is in the files, when it has gone through the film's pauses.
    ///   - send: takes what the stages make.
    ///   - filmEnded: called once for each camera when nothing more of a film will come.
    init(
        _ feeds: [CameraFeed],
        _ configuration: RecordingConfiguration,
        clock: any MediaClock,
        outputs: Tee<CaptureOutput>,
        send: @escaping @Sendable (CaptureOutput) -> Void,
        filmEnded: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        self.outputs = outputs
        var tracks: [CameraTrack] = []
        do throws(SystemCallError) {
            for feed in feeds {
                tracks.append(
                    try CameraTrack(
                        feed,
                        number: tracks.count + 1,
                        configuration,
                        clock: clock,
                        output: send,
                        filmEnded: filmEnded
                    )
                )
            }
        } catch {
            for track in tracks { track.close() }
            throw error
        }
        self.tracks = tracks
    }

    /// How many pictures of the present film were lost on the way.
    var droppedCount: Int {
        tracks.reduce(0) { $0 + $1.droppedCount }
    }

    /// Begins to take what the cameras deliver.
    func start() {
        for track in tracks { track.start() }
    }

    /// Tells the stages about the film; never blocks.
    func tell(_ command: FilmCommand) {
        for track in tracks { track.tell(command) }
    }

    /// Wants a picture of each camera of that instant; never blocks.
    func show(at instant: MediaTime) {
        for track in tracks { track.show(at: instant) }
    }

    /// Ends the stages.
    func close() {
        for track in tracks { track.close() }
    }
}
