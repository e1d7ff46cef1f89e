import Doubletake
import DoubletakeMedia

/// An event as one line of JSON.
///
/// Field names and their meaning stay as they are once published.
struct JSONEvent {
    /// The object, without a line end.
    let line: String

    /// Nil for events that are for people alone.
    init?(_ event: RecordingEvent) {
        switch event {
        case .armed(let armed): line = JSONLine.encode(Armed(armed))
        case .started(let started): line = JSONLine.encode(Started(started))
        case .status(let status): line = JSONLine.encode(Status(status))
        case .warning(let warning): line = JSONLine.encode(Warning(warning))
        case .marker(let marker): line = JSONLine.encode(Marked(marker))
        case .arranged(let arrangement): line = JSONLine.encode(Arranged(arrangement))
        case .sound(let settings): line = JSONLine.encode(Sound(settings))
        case .split(let part): line = JSONLine.encode(Split(part))
        case .part(let part): line = JSONLine.encode(Part(part, event: "part"))
        case .paused(let pause): line = JSONLine.encode(Pause("paused", pause))
        case .resumed(let pause): line = JSONLine.encode(Pause("resumed", pause))
        case .cancelled: line = JSONLine.encode(["event": "cancelled"])
        case .finished(let finished): line = JSONLine.encode(Finished(finished))
        case .failed(let error): line = JSONLine.encode(Failed(error))
        case .levels: return nil
        }
    }

    /// What became of the command for the finished film.
    init(after command: String, status: Int32) {
        line = JSONLine.encode(After(command: command, status: status))
    }

    /// How many seconds are left of a countdown.
    init(countdown seconds: Int) {
        line = JSONLine.encode(Countdown(remaining: seconds))
    }

    /// What a person has chosen on the screen.
    init(chosen choice: PictureChooser.Choice) {
        switch choice {
        case .region(let region): line = JSONLine.encode(Chosen(region: region.description))
        case .window(let window): line = JSONLine.encode(Chosen(window: window.id, title: window.name))
        }
    }

    /// Where a replay was saved.
    init(replay clip: ExportedClip) {
        line = JSONLine.encode(Replay(clip))
    }

    /// Where in the trash the parts of a film are that was thrown away.
    init(discarded files: [String]) {
        line = JSONLine.encode(Discarded(files: files))
    }

    private struct Arranged: Encodable {
        let event = "layout"
        let layout: String
        /// The ids of the devices that are shown, the one that matters most first.
        let pictures: [String]

        init(_ arrangement: PictureArrangement) {
            layout = arrangement.layout
            pictures = arrangement.pictures
        }
    }

    /// What doesn't belong to what was chosen is left out.
    private struct Chosen: Encodable {
        let event = "chosen"
        /// `WxH+X+Y`, in the pixels of the screen.
        var region: String?
        /// The window's id.
        var window: String?
        var title: String?
    }

    private struct Countdown: Encodable {
        let event = "countdown"
        let remaining: Int
    }

    private struct Replay: Encodable {
        let event = "replay"
        let file: String
        let duration: Double
        let bytes: Int64

        init(_ clip: ExportedClip) {
            file = clip.file
            duration = JSONEvent.seconds(clip.duration)
            bytes = clip.byteCount
        }
    }

    private struct Sound: Encodable {
        struct Track: Encodable {
            let track: String
            let muted: Bool
            /// Decibels.
            let gain: Double
        }

        let event = "sound"
        let tracks: [Track]

        init(_ settings: [SoundSetting]) {
            tracks = settings.map {
                Track(track: $0.track, muted: $0.volume.isMuted, gain: $0.volume.gain)
            }
        }
    }

    private struct Discarded: Encodable {
        let event = "discarded"
        let files: [String]
    }

    private struct After: Encodable {
        let event = "after"
        let command: String
        let status: Int32
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Duration) -> Double {
        (duration.inSeconds * 1000).rounded() / 1000
    }

    private static func rate(_ rate: FrameRate) -> Double {
        (rate.framesPerSecond * 1000).rounded() / 1000
    }

    private struct Armed: Encodable {
        let event = "armed"
        let picture: String
        let width: Int
        let height: Int
        let fps: Double
        let sounds: [String]
        /// Left out where there is none.
        let cameras: [String]?
        /// Left out where there is only one.
        let pictures: [String]?

        init(_ armed: ArmedRecording) {
            pictures = armed.pictures.count > 1 ? armed.pictures.map(\.id) : nil
            cameras = armed.cameras.isEmpty ? nil : armed.cameras.map(\.id)
            picture = armed.picture.id
            width = armed.displaySize.width
            height = armed.displaySize.height
            fps = JSONEvent.rate(armed.frameRate)
            sounds = armed.sounds.map(\.id)
        }
    }

    private struct Started: Encodable {
        struct Track: Encodable {
            let name: String
            let codec: String
        }

        struct Camera: Encodable {
            let camera: String
            let file: String
            let part: String
            let width: Int
            let height: Int

            init(_ camera: StartedRecording.CameraFile) {
                self.camera = camera.camera.id
                file = camera.file
                part = camera.partFile
                width = camera.displaySize.width
                height = camera.displaySize.height
            }
        }

        let event = "started"
        let file: String
        let part: String
        let width: Int
        let height: Int
        let codedWidth: Int
        let codedHeight: Int
        let fps: Double
        let tracks: [Track]
        /// How much of the film was before its start; left out for nothing.
        let preroll: Double?
        /// The cameras' own films; left out where there are none.
        let cameras: [Camera]?

        init(_ started: StartedRecording) {
            cameras = started.cameraFiles.isEmpty ? nil : started.cameraFiles.map { Camera($0) }
            preroll = started.preroll > .zero ? JSONEvent.seconds(started.preroll) : nil
            file = started.file
            part = started.partFile
            width = started.displaySize.width
            height = started.displaySize.height
            codedWidth = started.codedSize.width
            codedHeight = started.codedSize.height
            fps = JSONEvent.rate(started.frameRate)
            tracks = started.tracks.map { Track(name: $0.name, codec: $0.codec) }
        }
    }

    private struct Status: Encodable {
        struct Level: Encodable {
            let track: String
            /// Decibels below full scale; null for silence.
            let peak: Double?
            /// The effective value, likewise.
            let rms: Double?
            /// Left out unless nothing of it is heard.
            let muted: Bool?

            init(_ sound: SoundLevel) {
                track = sound.track
                peak = Self.decibels(sound.level?.peakDecibels)
                rms = Self.decibels(sound.level?.rootMeanSquareDecibels)
                muted = sound.volume.isMuted ? true : nil
            }

            private static func decibels(_ value: Double?) -> Double? {
                value.flatMap { $0.isFinite ? ($0 * 10).rounded() / 10 : nil }
            }
        }

        let event = "status"
        /// `recording` or `paused`.
        let state: String
        let time: Double
        let bytes: Int64
        let frames: Int
        let repeated: Int
        let dropped: Int
        let levels: [Level]
        /// How much of the time before is kept for replays, and what memory it takes; left out where nothing is.
        let kept: Double?
        let memory: Int?

        init(_ status: RecordingStatus) {
            state = status.state.rawValue
            time = JSONEvent.seconds(status.elapsed)
            bytes = status.byteCount
            frames = status.statistics.frames
            repeated = status.statistics.framesRepeated
            dropped = status.statistics.framesDropped
            levels = status.levels.map { Level($0) }
            let isKept = status.statistics.bufferedByteCount > 0
            kept = isKept ? JSONEvent.seconds(status.statistics.bufferedDuration) : nil
            memory = isKept ? status.statistics.bufferedByteCount : nil
        }
    }

    private struct Warning: Encodable {
        let event = "warning"
        let code: String
        let subject: String
        let message: String
        let help: String

        init(_ warning: RecordingWarning) {
            code = warning.code
            subject = warning.subject
            message = warning.message
            help = warning.help
        }
    }

    private struct Marked: Encodable {
        let event = "marker"
        let time: Double
        let name: String

        init(_ marker: RecordedMarker) {
            time = JSONEvent.seconds(marker.time)
            name = marker.name
        }
    }

    private struct Pause: Encodable {
        let event: String
        /// How long the film was by then.
        let time: Double

        init(_ event: String, _ pause: RecordingPause) {
            self.event = event
            time = JSONEvent.seconds(pause.elapsed)
        }
    }

    private struct Split: Encodable {
        let event = "split"
        let part: String
        let time: Double
        /// The camera whose own film it is; left out for the film itself, also in parts.
        let camera: String?

        init(_ started: StartedPart) {
            part = started.partFile
            time = JSONEvent.seconds(started.start)
            camera = started.camera?.id
        }
    }

    private struct Part: Encodable {
        let event: String?
        let file: String
        let time: Double
        let duration: Double
        let bytes: Int64
        let camera: String?

        init(_ part: FinishedPart, event: String? = nil) {
            self.event = event
            file = part.file
            time = JSONEvent.seconds(part.start)
            duration = JSONEvent.seconds(part.duration)
            bytes = part.byteCount
            camera = part.camera?.id
        }
    }

    private struct Finished: Encodable {
        struct Drift: Encodable {
            let track: String
            /// Millionths by which the device's clock is slow; null when that couldn't be told.
            let ppm: Double?
            /// The most by which the sound was made longer or shorter, in millionths.
            let largestCorrection: Double
            let samplesFilled: Int
            let samplesDropped: Int
            let samplesClipped: Int
            let gaps: Int

            init(_ report: SoundReport) {
                let statistics = report.statistics
                track = report.track
                ppm = statistics.driftInPartsPerMillion.map { ($0 * 10).rounded() / 10 }
                largestCorrection = (statistics.largestCorrectionInPartsPerMillion * 10).rounded() / 10
                samplesFilled = statistics.samplesFilled
                samplesDropped = statistics.samplesDropped
                samplesClipped = statistics.samplesClipped
                gaps = statistics.gaps
            }
        }

        let event = "finished"
        let file: String
        let duration: Double
        let bytes: Int64
        let frames: Int
        let framesDropped: Int
        let framesRepeated: Int
        let samplesFilled: Int
        let samplesDropped: Int
        let pauses: Int
        /// How long they were, all together.
        let paused: Double
        let startLatency: Double
        let stopLatency: Double
        let drift: [Drift]
        /// All files of a film in parts; left out for a film in one.
        let parts: [Part]?
        /// All files of the cameras' own films, and how many of their pictures were lost; left out where there are none.
        let cameras: [Part]?
        let cameraFramesDropped: Int?
        /// Why it ended: `request`, or the limit that it had reached.
        let reason: String

        init(_ finished: FinishedRecording) {
            file = finished.file
            duration = JSONEvent.seconds(finished.duration)
            bytes = finished.byteCount
            frames = finished.statistics.frames
            framesDropped = finished.statistics.framesDropped
            framesRepeated = finished.statistics.framesRepeated
            samplesFilled = finished.statistics.samplesFilled
            samplesDropped = finished.statistics.samplesDropped
            pauses = finished.statistics.pauses
            paused = JSONEvent.seconds(finished.statistics.pausedDuration)
            startLatency = JSONEvent.seconds(finished.startLatency)
            stopLatency = JSONEvent.seconds(finished.stopLatency)
            drift = finished.sounds.map { Drift($0) }
            cameras = finished.cameraParts.isEmpty ? nil : finished.cameraParts.map { Part($0) }
            cameraFramesDropped = cameras == nil ? nil : finished.statistics.cameraFramesDropped
            parts = finished.parts.count > 1 ? finished.parts.map { Part($0) } : nil
            reason =
                switch finished.end {
                case .requested: "request"
                case .windowClosed: "window_closed"
                case .maximumSize: "max_size"
                case .lowDisk: "min_free"
                case .largestFile: "largest_file"
                }
        }
    }

    private struct Failed: Encodable {
        let event = "failed"
        let error: String
        let help: String
        let code: Int32
        let file: String?

        init(_ error: RecordingError) {
            self.error = error.description
            help = error.help
            code = ExitStatus(error).rawValue
            file = error.playableFile
        }
    }
}
