package import DoubletakeCapture
import DoubletakeComposition
package import DoubletakeMedia
import Synchronization

/// The road from the devices to the typed buffers of a film: open sources, and a stage for each.
///
/// What comes out leaves at one tap, `outputs`, on the stages' threads: a movie file and a capture handler are two
/// outputs of the same pipeline. Its methods may block and belong on no task; one thread calls them at a time.
package final class RecordingPipeline: Sendable {
    /// What the outputs get.
    ///
    /// An output must not block for long: sound waits for it, pictures are replaced meanwhile.
    package let outputs = Tee<CaptureOutput>()
    /// The size of the pictures.
    package let displaySize: PixelSize
    /// What the pictures' samples mean.
    package let color: ColorDescription
    /// The formats of the sound, in the order of the tracks.
    package let audioFormats: [(type: SampleBufferType, format: AudioFormat)]

    private let videoSource: any VideoSource
    private let pictureStage: PictureStage
    private let sounds: [Sound]
    private let droppedInSource = Atomic(0)
    private let report: @Sendable (RecordingWarning) -> Void

    private struct Sound: Sendable {
        let type: SampleBufferType
        let source: any AudioSource
        let stage: SoundStage
    }

    /// Opens the devices that `configuration` names.
    ///
    /// Nothing is delivered before `arm()`.
    ///
    /// - Parameter report: takes what doesn't keep it from recording; called on any thread.
    package init(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingWarning) -> Void
    ) throws(RecordingError) {
        let devices = try DeviceChoice(configuration, backends: backends, clock: clock)
        for warning in devices.warnings { report(warning) }
        self.report = report
        videoSource = devices.video
        displaySize = devices.video.displaySize
        color = devices.video.color
        audioFormats = devices.audio.map { ($0.type, $0.source.format) }
        do throws(SystemCallError) {
            (pictureStage, sounds) = try Self.makeStages(configuration, devices, clock, outputs, report)
        } catch {
            throw .system(error)
        }
    }

    private static func makeStages(
        _ configuration: RecordingConfiguration,
        _ devices: DeviceChoice,
        _ clock: any MediaClock,
        _ outputs: Tee<CaptureOutput>,
        _ report: @escaping @Sendable (RecordingWarning) -> Void
    ) throws(SystemCallError) -> (PictureStage, [Sound]) {
        let pictures = try PictureStage(
            rate: configuration.frameRate,
            timing: configuration.timing,
            clock: clock
        ) { outputs.send($0) }
        var sounds: [Sound] = []
        do throws(SystemCallError) {
            for (type, source) in devices.audio {
                let stage = try SoundStage(
                    type: type,
                    format: source.format,
                    clock: clock
                ) {
                    outputs.send($0)
                } report: { event in
                    if let warning = RecordingWarning(event, device: source.device) { report(warning) }
                }
                sounds.append(Sound(type: type, source: source, stage: stage))
            }
        } catch {
            pictures.cancel()
            for sound in sounds { sound.stage.cancel() }
            throw error
        }
        return (pictures, sounds)
    }

    /// What the stages have taken, repeated, filled and lost until now.
    package var statistics: RecordingStatistics {
        var statistics = RecordingStatistics()
        let pictures = pictureStage.currentCounts
        statistics.frames = pictures.frames
        statistics.framesRepeated = pictures.repeated
        statistics.framesReplaced = pictures.replaced
        statistics.framesDropped = droppedInSource.load(ordering: .relaxed)
        for sound in sounds {
            let counts = sound.stage.currentCounts
            statistics.samplesFilled += counts.filled
            statistics.samplesDropped += counts.dropped
        }
        return statistics
    }

    /// Lets the devices deliver; nothing is recorded yet.
    ///
    /// When one can't, those that could are stopped again.
    package func arm() throws(RecordingError) {
        do throws(CaptureError) {
            for sound in sounds {
                try sound.source.start(
                    AudioSourceOutput(deliver: { sound.stage.place($0) }, report: { [self] in take($0) })
                )
            }
            try videoSource.start(
                VideoSourceOutput(deliver: { [pictureStage] in pictureStage.offer($0) }, report: { [self] in take($0) })
            )
        } catch {
            cancel()
            throw .capture(error)
        }
    }

    /// Begins the film: `start` is its first instant, a little ago or now.
    package func begin(at start: MediaTime) {
        for sound in sounds { sound.stage.begin(at: start) }
        pictureStage.begin(at: start)
    }

    /// Ends the film at `end`, and comes back when its last buffer has left and the devices are closed.
    package func finish(at end: MediaTime) {
        for sound in sounds { sound.stage.end(at: end) }
        pictureStage.end(at: end)
        for sound in sounds { sound.stage.join() }
        pictureStage.join()
        closeSources()
    }

    /// Closes everything without a film, or without the rest of one.
    package func cancel() {
        closeSources()
        for sound in sounds { sound.stage.cancel() }
        pictureStage.cancel()
    }

    private func closeSources() {
        videoSource.stop()
        for sound in sounds { sound.source.stop() }
    }

    private func take(_ event: CaptureEvent) {
        switch event {
        case .framesDropped(_, let count): droppedInSource.add(count, ordering: .relaxed)
        case .failed(let device, let error): report(RecordingWarning(lost: device, because: error))
        }
    }
}
