import Doubletake
import DoubletakeMedia
import DoubletakeReading
import Glibc

/// `doubletake verify`: looks a film over and says what is wrong with it.
enum VerifyCommand {
    private struct Options: FileOptions {
        var files: [String] = []
        var isJSON = false
        var isHelpWanted = false
        var isQuiet = false
    }

    private static let rows: [OptionRow<Options>] = [
        .flag("--json", help: "prints one JSON object") { $0.isJSON = true },
        .quiet,
        .help,
    ]

    /// What `help verify` prints.
    static let help = HelpText.options(
        "doubletake verify [OPTIONS] FILE",
        """
        Looks a film over: that it opens and can be decoded, that its boxes are sound, its tracks end together and their
        times increase, that it doesn't begin black or silent, and that what it says of itself is true. It counts the
        pictures and samples. The exit status is 1 when something is wrong.
        """,
        rows
    )

    static func run(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        let read = try Options.read(arguments, of: "verify", taking: ["FILE"], rows, help: help, in: context)
        guard let options = read else { return .done }
        let file = options.files[0]
        if let reason = reasonNotToRead(file) {
            context.error(ReaderError.cannotOpen(path: file, reason: reason))
            return .noInput
        }
        let inspection = MediaInspector().inspect(file)
        context.out(
            options.isJSON
                ? JSONLine.encode(InspectionReport(file, inspection)) : InspectionText.text(file, inspection))
        return inspection.faults.isEmpty ? .done : .no
    }

    /// Why there is no file that could be read; nil when there is one.
    private static func reasonNotToRead(_ path: String) -> String? {
        var status = stat()
        // SAFETY: the call fills in a local of the right type; the strings are passed for the time of the calls.
        guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
            return SystemCallError.last(call: "open", subject: path).reason
        }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "it is not a file"
    }
}

/// What `verify --json` prints.
private struct InspectionReport: Encodable {
    struct Track: Encodable {
        let number: Int
        let codec: String
        let name: String?
        let enabled: Bool
        let duration: Double
        let packets: Int
        var frames: Int?
        var samples: Int?
        var width: Int?
        var height: Int?
        var sampleRate: Int?
        var channels: Int?

        init(_ number: Int, _ track: MediaInspection.Track) {
            self.number = number
            codec = track.codecName
            name = track.name
            enabled = track.isEnabled
            duration = JSONLine.seconds(track.end)
            packets = track.packetCount
            switch track.media {
            case .video(let size, _): (frames, width, height) = (track.decodedCount, size.width, size.height)
            case .audio(let format):
                (samples, sampleRate, channels) = (track.decodedCount, format.sampleRate, format.channelCount)
            case .other: break
            }
        }
    }

    struct Fault: Encodable {
        let code: String
        let track: Int?
        let message: String
        let help: String

        init(_ fault: MediaFault) {
            code = fault.code
            track = fault.track.map { $0 + 1 }
            message = fault.description
            help = fault.help
        }
    }

    let file: String
    let ok: Bool
    let duration: Double
    let tracks: [Track]
    let faults: [Fault]

    init(_ file: String, _ inspection: MediaInspection) {
        self.file = file
        ok = inspection.faults.isEmpty
        duration = JSONLine.seconds(inspection.duration)
        tracks = inspection.tracks.enumerated().map { Track($0.offset + 1, $0.element) }
        faults = inspection.faults.map { Fault($0) }
    }
}
