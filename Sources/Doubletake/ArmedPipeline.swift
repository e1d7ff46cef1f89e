import DoubletakeMedia

/// A pipeline whose devices deliver while nothing is recorded, with the thread that tells how loud they are.
final class ArmedPipeline: Sendable {
    /// How often levels are told: often enough for a meter that moves, rarely enough to cost nothing.
    static let levelInterval = Duration.milliseconds(50)

    let pipeline: RecordingPipeline
    /// Where its newest packets are kept; nil while none are.
    let buffer: ClipBuffer?
    private let ticker: ConditionLock<Ticker?>

    /// Starts the levels; a pipeline for which that fails is closed.
    init(
        _ pipeline: RecordingPipeline,
        _ buffer: ClipBuffer? = nil,
        clock: any MediaClock,
        reportLevels: @escaping @Sendable ([SoundLevel]) -> Void
    ) throws(RecordingError) {
        self.pipeline = pipeline
        self.buffer = buffer
        guard !pipeline.recordedSounds.isEmpty else {
            ticker = ConditionLock(nil)
            return
        }
        do throws(SystemCallError) {
            let levels = try Ticker(name: "levels", every: Self.levelInterval, from: clock.now, clock: clock) { _ in
                reportLevels(pipeline.takeLevels(for: .meter))
            }
            ticker = ConditionLock(levels)
        } catch {
            pipeline.close()
            buffer?.close()
            throw .system(error)
        }
    }

    /// Ends the levels, as when a film begins; more than once is harmless.
    func stopLevels() {
        let running = ticker.withLock { ticker in
            defer { ticker = nil }
            return ticker
        }
        running?.stop()
    }

    /// Closes the devices.
    func close() {
        stopLevels()
        // What was asked for before gets its end.
        buffer?.awaitClips()
        pipeline.close()
        buffer?.close()
    }
}
