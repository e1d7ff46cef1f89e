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
        case .cancelled: line = JSONLine.encode(["event": "cancelled"])
        case .finished(let finished): line = JSONLine.encode(Finished(finished))
        case .failed(let error): line = JSONLine.encode(Failed(error))
        case .levels: return nil
        }
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Duration) -> Double {
        (duration.inSeconds * 1000).rounded() / 1000
    }

    private static func track(_ type: SampleBufferType) -> String {
        type == .audioMic ? "Microphone" : "Applications"
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

        init(_ armed: ArmedRecording) {
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

        let event = "started"
        let file: String
        let part: String
        let width: Int
        let height: Int
        let codedWidth: Int
        let codedHeight: Int
        let fps: Double
        let tracks: [Track]

        init(_ started: StartedRecording) {
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

            init(_ sound: SoundLevel) {
                track = JSONEvent.track(sound.type)
                peak = sound.level.map(\.peakDecibels).flatMap { $0.isFinite ? ($0 * 10).rounded() / 10 : nil }
            }
        }

        let event = "status"
        let time: Double
        let bytes: Int64
        let frames: Int
        let repeated: Int
        let dropped: Int
        let levels: [Level]

        init(_ status: RecordingStatus) {
            time = JSONEvent.seconds(status.elapsed)
            bytes = status.byteCount
            frames = status.statistics.frames
            repeated = status.statistics.framesRepeated
            dropped = status.statistics.framesDropped
            levels = status.levels.map { Level($0) }
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

    private struct Finished: Encodable {
        struct Drift: Encodable {
            let track: String
            /// Millionths by which the device's clock is slow; null when that couldn't be told.
            let ppm: Double?

            init(_ report: SoundReport) {
                track = JSONEvent.track(report.type)
                ppm = report.driftInPartsPerMillion.map { ($0 * 10).rounded() / 10 }
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
        let startLatency: Double
        let stopLatency: Double
        let drift: [Drift]

        init(_ finished: FinishedRecording) {
            file = finished.file
            duration = JSONEvent.seconds(finished.duration)
            bytes = finished.byteCount
            frames = finished.statistics.frames
            framesDropped = finished.statistics.framesDropped
            framesRepeated = finished.statistics.framesRepeated
            samplesFilled = finished.statistics.samplesFilled
            samplesDropped = finished.statistics.samplesDropped
            startLatency = JSONEvent.seconds(finished.startLatency)
            stopLatency = JSONEvent.seconds(finished.stopLatency)
            drift = finished.sounds.map { Drift($0) }
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
