import Doubletake
import DoubletakeMedia
import FoundationEssentials

/// An event as one line of JSON.
///
/// Field names and their meaning stay as they are once published.
struct JSONEvent {
    private let event: RecordingEvent

    init(_ event: RecordingEvent) {
        self.event = event
    }

    /// The object, without a line end.
    var line: String {
        switch event {
        case .started(let started): Self.encode(Started(started))
        case .status(let elapsed, let statistics): Self.encode(Status(elapsed, statistics))
        case .warning(let warning): Self.encode(Warning(warning))
        case .finished(let finished): Self.encode(Finished(finished))
        case .failed(let error): Self.encode(Failed(error))
        }
    }

    private static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("numbers and texts can be written as JSON: \(error)")
        }
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Duration) -> Double {
        (duration.inSeconds * 1000).rounded() / 1000
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
            fps = (started.frameRate.framesPerSecond * 1000).rounded() / 1000
            tracks = started.tracks.map { Track(name: $0.name, codec: $0.codec) }
        }
    }

    private struct Status: Encodable {
        let event = "status"
        let time: Double
        let frames: Int
        let repeated: Int
        let dropped: Int

        init(_ elapsed: Duration, _ statistics: RecordingStatistics) {
            time = JSONEvent.seconds(elapsed)
            frames = statistics.frames
            repeated = statistics.framesRepeated
            dropped = statistics.framesDropped
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
        let event = "finished"
        let file: String
        let duration: Double
        let bytes: Int64
        let frames: Int
        let framesDropped: Int
        let framesRepeated: Int
        let samplesFilled: Int
        let samplesDropped: Int

        init(_ finished: FinishedRecording) {
            file = finished.file
            duration = JSONEvent.seconds(finished.duration)
            bytes = finished.byteCount
            frames = finished.statistics.frames
            framesDropped = finished.statistics.framesDropped
            framesRepeated = finished.statistics.framesRepeated
            samplesFilled = finished.statistics.samplesFilled
            samplesDropped = finished.statistics.samplesDropped
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
