package import DoubletakeCapture
import DoubletakeComposition
package import DoubletakeMedia
import Synchronization

/// The road from the devices to the typed buffers of a film: open sources, and a stage for each.
///
/// What comes out leaves at one tap, `outputs`, on the stages' threads: a movie file and a capture handler are two
/// outputs of the same pipeline. It makes one film after the other. Its methods may block and belong on no task; one
/// thread calls them at a time.
package final class RecordingPipeline: Sendable {
    /// What happens on the road that its owner has to know.
    package enum Event: Sendable {
        /// It goes on.
        case warning(RecordingWarning)
        /// No more pictures will come: the film can only be ended.
        case lost(CaptureError)
        /// The window was closed with which the film is to end.
        case closed(CaptureError)
    }

    /// What the outputs get.
    ///
    /// An output must not block for long: sound waits for it, pictures are replaced meanwhile.
    package let outputs = Tee<CaptureOutput>()
    /// What the pictures come from.
    package let pictureDevice: CaptureDevice
    /// The size of the pictures.
    package let displaySize: PixelSize
    /// What the pictures' samples mean.
    package let color: ColorDescription
    /// The sources of sound, in the order of the tracks.
    package var recordedSounds: [RecordedSound] {
        sounds.map { sound in
            RecordedSound(
                source: sound.stage.source,
                device: sound.source.device,
                format: sound.stage.format,
                name: sound.name
            )
        }
    }

    /// The picture's source, where it is made of several.
    let scene: SceneSource?
    private let videoSource: any VideoSource
    private let resizing: ResizeBehavior
    private let closing: CloseBehavior
    private let pictureStage: PictureStage
    private let gate: PauseGate
    private let rate: FrameRate
    /// Pauses begin and end with pictures of it, with constant timing.
    private let grid: FrameRate?
    /// What the stages had counted when the present pause began, and what they counted in the pauses before.
    private let pausedCounts = ConditionLock(PausedCounts())
    private let sounds: [Sound]
    /// The cameras that have a file of their own.
    let cameras: CameraTracks
    private let volumes: SoundVolumes
    private let droppedInSource = Atomic(0)
    private let outages: ConditionLock<SoundOutages>
    /// How many stages are in a film that has not ended for them.
    private let filmingStageCount: ConditionLock<Int>
    private let clock: any MediaClock
    private let report: @Sendable (Event) -> Void

    private struct PausedCounts {
        var before = RecordingStatistics()
        var atPause: RecordingStatistics?
    }

    private struct Sound: Sendable {
        let source: any AudioSource
        let stage: SoundStage
        let name: String
    }

    /// Opens the devices that `configuration` names.
    ///
    /// Nothing is delivered before `arm()`.
    ///
    /// - Parameters:
    ///   - previewed: the cameras of a preview, which are open already; those of the film itself come with it.
    ///   - report: takes what happens; called on any thread.
    init(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        previewed: [CameraFeed] = [],
        clock: any MediaClock,
        report: @escaping @Sendable (Event) -> Void
    ) throws(RecordingError) {
        let devices = try DeviceChoice(configuration, backends: backends, clock: clock)
        for warning in devices.warnings { report(.warning(warning)) }
        self.report = report
        self.clock = clock
        videoSource = devices.video
        scene = devices.scene
        resizing = configuration.resizing
        closing = configuration.closing
        pictureDevice = devices.video.device
        displaySize = configuration.size ?? devices.video.displaySize
        color = devices.video.color
        rate = configuration.frameRate
        grid = configuration.timing == .constant ? configuration.frameRate : nil
        let cameraOutputs = Tee<CaptureOutput>()
        let gate = PauseGate { [outputs] output in
            let isOfCamera = output.source.type == .video && output.source != .video
            (isOfCamera ? cameraOutputs : outputs).send(output)
        }
        self.gate = gate
        let filmingStageCount = ConditionLock(0)
        let outages = ConditionLock(SoundOutages())
        self.filmingStageCount = filmingStageCount
        self.outages = outages
        let stages = StageOutputs(
            send: { gate.take($0) },
            filmEnded: { filmingStageCount.withLock { $0 -= 1 } },
            tell: { event, device in
                // Why an interrupted device is silent has been told.
                if let start = event.silenceStart, outages.read({ $0.explains(silenceOf: device, since: start) }) {
                    return
                }
                if let warning = RecordingWarning(event, device: device) { report(.warning(warning)) }
            }
        )
        volumes = SoundVolumes(
            Dictionary(
                devices.audio.map { ($0.source, SoundVolume(gain: configuration.shape(of: $0.source.type).gain)) },
                uniquingKeysWith: { first, _ in first }
            )
        )
        let feeds = configuration.cameraFiles == .each ? (devices.scene?.feeds ?? []) + previewed : []
        do throws(SystemCallError) {
            cameras = try CameraTracks(
                feeds,
                configuration,
                clock: clock,
                outputs: cameraOutputs,
                send: stages.send,
                filmEnded: stages.filmEnded
            )
            do throws(SystemCallError) {
                (pictureStage, sounds) = try Self.makeStages(configuration, devices, clock, stages)
            } catch {
                cameras.close()
                throw error
            }
        } catch {
            throw .system(error)
        }
    }

    /// Where every stage's results go.
    private struct StageOutputs {
        let send: @Sendable (CaptureOutput) -> Void
        let filmEnded: @Sendable () -> Void
        let tell: @Sendable (SoundStage.Event, CaptureDevice) -> Void
    }

    private static func makeStages(
        _ configuration: RecordingConfiguration,
        _ devices: DeviceChoice,
        _ clock: any MediaClock,
        _ outputs: StageOutputs
    ) throws(SystemCallError) -> (PictureStage, [Sound]) {
        let pictures = try PictureStage(
            rate: configuration.frameRate,
            timing: configuration.timing,
            canvasSize: configuration.size ?? devices.video.displaySize,
            color: devices.video.color,
            clock: clock,
            output: outputs.send,
            filmEnded: outputs.filmEnded
        )
        var sounds: [Sound] = []
        let names = RecordedSound.names(of: devices.audio.map { ($0.source, $0.input.device) })
        do throws(SystemCallError) {
            for ((identity, source), name) in zip(devices.audio, names) {
                let stage = try SoundStage(
                    source: identity,
                    format: source.format,
                    shape: configuration.shape(of: identity.type),
                    clock: clock,
                    output: outputs.send,
                    filmEnded: outputs.filmEnded,
                    report: { outputs.tell($0, source.device) }
                )
                sounds.append(Sound(source: source, stage: stage, name: name))
            }
        } catch {
            pictures.close()
            for sound in sounds { sound.stage.close() }
            throw error
        }
        return (pictures, sounds)
    }

    /// What the stages have taken, repeated, filled and lost since the film's beginning, without what pauses kept out.
    package var statistics: RecordingStatistics {
        let (counted, kept, timeline) = (stageStatistics, gate.counts, gate.timeline)
        var statistics = pausedCounts.read { paused in
            counted - paused.before - (paused.atPause.map { counted - $0 } ?? RecordingStatistics())
        }
        // Pictures are counted one by one: those of a pause may come out of the stage after it.
        statistics.frames = counted.frames - kept.frames
        statistics.framesRepeated = counted.framesRepeated - kept.repeated
        // How a device fares doesn't stop with a pause.
        statistics.sounds = counted.sounds
        statistics.pauses = timeline.pauseCount
        statistics.pausedDuration = timeline.pausedDuration(at: clock.now)
        return statistics
    }

    private var stageStatistics: RecordingStatistics {
        var statistics = RecordingStatistics()
        let pictures = pictureStage.currentCounts
        statistics.frames = pictures.frames
        statistics.framesRepeated = pictures.repeated
        statistics.framesReplaced = pictures.replaced
        statistics.framesDropped = pictures.dropped + droppedInSource.load(ordering: .relaxed)
        statistics.cameraFramesDropped = cameras.droppedCount
        for sound in sounds {
            let counts = sound.stage.currentCounts
            statistics.samplesFilled += counts.samplesFilled
            statistics.samplesDropped += counts.samplesDropped
            statistics.sounds.append(counts)
        }
        return statistics
    }

    /// How each sound's device has fared since it was armed.
    package var soundReports: [SoundReport] {
        sounds.map { sound in
            SoundReport(device: sound.source.device, track: sound.name, statistics: sound.stage.currentCounts)
        }
    }

    /// What is open.
    package func description(at frameRate: FrameRate) -> ArmedRecording {
        ArmedRecording(
            picture: pictureDevice,
            displaySize: displaySize,
            frameRate: frameRate,
            sounds: sounds.map(\.source.device),
            cameras: scene?.cameras ?? [],
            pictures: scene?.members.map(\.source.device) ?? [pictureDevice]
        )
    }

    /// Changes how loud sources are, from an instant on.
    func changeSound(
        _ change: ScreenRecorder.SoundChange,
        of type: SampleBufferType,
        named name: String?,
        at instant: MediaTime
    ) throws(RecordingError) -> [SoundSetting] {
        let meant: [RecordedSound]
        do throws(CaptureError) {
            meant = try recordedSounds.meant(by: name, of: type)
        } catch {
            throw .capture(error)
        }
        let changed = volumes.change(change, of: meant.map(\.source))
        return zip(meant, changed).map { sound, volume in
            sounds.first { $0.stage.source == sound.source }?.stage.setVolume(volume, at: instant)
            return SoundSetting(device: sound.device, track: sound.name, volume: volume)
        }
    }

    /// How loud each source has been since this reader last asked, in the order of the tracks.
    func takeLevels(for reader: LevelMeter.Reader) -> [SoundLevel] {
        sounds.map { sound in
            SoundLevel(
                device: sound.source.device,
                source: sound.stage.source,
                track: sound.name,
                level: sound.stage.takeLevel(for: reader),
                volume: volumes[sound.stage.source]
            )
        }
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
            cameras.start()
            try videoSource.start(
                VideoSourceOutput(deliver: { [pictureStage] in pictureStage.offer($0) }, report: { [self] in take($0) })
            )
        } catch {
            close()
            throw .capture(error)
        }
    }

    /// Begins a film: `start` is its first instant, a little ago or now.
    package func begin(at start: MediaTime) {
        droppedInSource.store(0, ordering: .relaxed)
        filmingStageCount.withLock { $0 = 1 + sounds.count + cameras.tracks.count }
        pausedCounts.withLock { $0 = PausedCounts() }
        gate.begin(RecordingTimeline(start: start, grid: grid))
        tell(.begin(start))
    }

    // MARK: Pauses

    /// Where the film's instants are, as it is now.
    var timeline: RecordingTimeline {
        gate.timeline
    }

    /// What is told of a pause's beginning or end.
    ///
    /// - Parameter filmStart: the first instant of the film; nil for when it began to come out of here.
    func pauseEdge(at instant: MediaTime, since filmStart: MediaTime?) -> RecordingPause {
        let timeline = timeline
        return RecordingPause(
            instant: instant,
            elapsed: timeline.filmTime(of: instant) - (filmStart ?? timeline.start)
        )
    }

    /// Wants a picture of that instant, also when nothing has changed there; never blocks.
    func show(at instant: MediaTime) {
        pictureStage.show(at: instant)
    }

    /// Begins a pause: what happens in it is not in the film.
    ///
    /// - Returns: when it begins, which may be a little later than wanted; nil when one lasts already.
    func pause(at instant: MediaTime) -> MediaTime? {
        guard let begin = gate.pause(at: instant) else { return nil }
        let counted = stageStatistics
        pausedCounts.withLock { $0.atPause = counted }
        // What a killed recorder leaves ends with the pause's beginning, also on a still screen.
        pictureStage.show(at: begin - rate.frameDuration)
        cameras.show(at: begin - rate.frameDuration)
        return begin
    }

    /// Ends a pause; the film goes on with the newest picture.
    ///
    /// - Returns: when it ends, which may be a little later than wanted; nil when none lasts.
    func resume(at instant: MediaTime) -> MediaTime? {
        guard let end = gate.resume(at: instant) else { return nil }
        let counted = stageStatistics
        pausedCounts.withLock { paused in
            if let atPause = paused.atPause { paused.before = paused.before + (counted - atPause) }
            paused.atPause = nil
        }
        pictureStage.show(at: max(end, clock.now))
        cameras.show(at: max(end, clock.now))
        return end
    }

    /// Ends the film at `end`, and comes back when its last buffer has left; the devices go on.
    package func finish(at end: MediaTime) {
        tell(.end(end))
        waitForFilmEnd()
    }

    /// Ends the film at once; nothing of it leaves any more when this comes back, and the devices go on.
    package func abandon() {
        tell(.abandon)
        waitForFilmEnd()
    }

    /// Closes the devices and ends the stages, with the film if there is one.
    package func close() {
        videoSource.stop()
        for sound in sounds { sound.source.stop() }
        for sound in sounds { sound.stage.close() }
        pictureStage.close()
        cameras.close()
    }

    private func tell(_ command: FilmCommand) {
        for sound in sounds { sound.stage.tell(command) }
        pictureStage.tell(command)
        cameras.tell(command)
    }

    private func waitForFilmEnd() {
        _ = filmingStageCount.wait(until: nil, on: clock) { $0 == 0 ? true : nil }
    }

    private func take(_ event: CaptureEvent) {
        if let warning = RecordingWarning(camera: event) {
            report(.warning(warning))
            return
        }
        switch event {
        case .framesDropped(_, let count): droppedInSource.add(count, ordering: .relaxed)
        case .hidden(let device) where device.kind == .window: report(.warning(RecordingWarning(hidden: device)))
        case .hidden(let device): report(.warning(RecordingWarning(unplugged: device)))
        case .shown(let device) where device.kind == .window: report(.warning(RecordingWarning(shown: device)))
        case .shown(let device): report(.warning(RecordingWarning(monitorBack: device)))
        case .resized(let device, let size):
            report(.warning(RecordingWarning(resized: device, to: size, resizing)))
        case .closed(let device) where closing == .stop: report(.closed(.closed(window: device)))
        case .closed(let device): report(.warning(RecordingWarning(closed: device, closing)))
        case .returned(let device): report(.warning(RecordingWarning(returned: device)))
        case .failed(let device, let error) where device == pictureDevice || device.kind.isOfDisplay:
            report(.lost(error))
        case .failed, .interrupted, .resumed, .moved, .nothingPlays, .passedOver, .attenuated, .impaired:
            if let warning = outages.withLock({ $0.take(event, at: clock.now) }) { report(.warning(warning)) }
        }
    }
}
