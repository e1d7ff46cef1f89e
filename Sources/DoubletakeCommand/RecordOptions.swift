import Doubletake
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting

/// What `record` was told.
struct RecordOptions {
    var configuration = RecordingConfiguration()
    var duration: Duration?
    var output: String?
    var replacement = FilmReplacement.never
    var isJSON = false
    var isHelpWanted = false

    /// All options of `record`, in the order of the help.
    static let rows: [OptionRow<RecordOptions>] = sourceRows + soundRows + pictureRows + fileRows

    private static let sourceRows: [OptionRow<RecordOptions>] = [
        .value(
            "--monitor",
            "-m",
            taking: "NAME",
            expected: "the name of a monitor",
            help: "records this monitor; test:bars and test:counter are test pictures"
        ) { options, text in
            options.configuration.monitor = .named(text)
            return !text.isEmpty
        }
    ]

    private static let soundRows: [OptionRow<RecordOptions>] = [
        .value(
            "--app-audio",
            taking: "SOURCE",
            expected: deviceExpectation,
            help: "the applications' sound: default, none, or a name; test:tone is a test tone"
        ) { options, text in
            select(text, \.applicationAudio, in: &options)
        },
        .value(
            "--mic",
            taking: "SOURCE",
            expected: deviceExpectation,
            help: "the microphone: default, none, or a name; test:tone is a test tone"
        ) { options, text in
            select(text, \.microphone, in: &options)
        },
        .flag("--no-app-audio", help: "records no sound of the applications") {
            $0.configuration.applicationAudio = .none
        },
        .flag("--no-mic", help: "records no microphone") { $0.configuration.microphone = .none },
        .flag("--no-sound", help: "records no sound at all") { options in
            options.configuration.applicationAudio = .none
            options.configuration.microphone = .none
        },
    ]

    private static let pictureRows: [OptionRow<RecordOptions>] = [
        .value(
            "--fps",
            "-r",
            taking: "N",
            expected: "a rate from 1 to 480, such as 30 or 30000/1001",
            help: "the most pictures a second (30)"
        ) { options, text in
            guard let rate = FrameRate(text: text) else { return false }
            options.configuration.frameRate = rate
            return true
        },
        .value(
            "--timing",
            taking: "vfr|cfr",
            expected: "vfr or cfr",
            help: "vfr: only changes, at their true times (default); cfr: a picture every interval, for editors"
        ) { options, text in
            guard let timing = FrameTiming(rawValue: text) else { return false }
            options.configuration.timing = timing
            return true
        },
        .value(
            "--quality",
            taking: "LEVEL",
            expected: "low, medium, high or lossless",
            help: "low, medium, high or lossless (high)"
        ) { options, text in
            guard let quality = qualities[text] else { return false }
            options.configuration.quality = quality
            return true
        },
        .value(
            "--crf",
            taking: "N",
            expected: "a number from 1 to 51",
            help: "the quality as a number, as ffmpeg has it: 1 to 51, lower is better (23)"
        ) { options, text in
            guard let factor = Int(text), (1...51).contains(factor) else { return false }
            options.configuration.quality = .constantRateFactor(factor)
            return true
        },
    ]

    private static let fileRows: [OptionRow<RecordOptions>] = [
        .value(
            "--duration",
            "-t",
            taking: "T",
            expected: "a time such as 90, 1m30s or 00:01:30",
            help: "stops by itself after that time: 90, 1m30s or 00:01:30"
        ) { options, text in
            options.duration = Duration(text: text)
            return options.duration != nil
        },
        .value(
            "--output",
            "-o",
            taking: "TEMPLATE",
            expected: "a file name",
            help: "the file, as FILE; {date}, {time} and {n} are filled in"
        ) { options, text in
            options.output = text
            return !text.isEmpty
        },
        .flag(
            "--overwrite",
            "-y",
            help: "replaces a film of that name once the new one is complete; else the new one gets a number"
        ) {
            $0.replacement = .whenComplete
        },
        .flag("--json", help: "prints events on stdout, one JSON object a line") { $0.isJSON = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    private static let deviceExpectation = "default, none or the name of a source"

    private static let qualities: [String: VideoEncoderSettings.Quality] = [
        "low": .low, "medium": .medium, "high": .high, "lossless": .lossless,
    ]

    private static func select(
        _ text: String,
        _ device: WritableKeyPath<RecordingConfiguration, RecordingConfiguration.DeviceSelection>,
        in options: inout RecordOptions
    ) -> Bool {
        switch text {
        case "": return false
        case "default": options.configuration[keyPath: device] = .default
        case "none": options.configuration[keyPath: device] = .none
        default: options.configuration[keyPath: device] = .named(text)
        }
        return true
    }

    /// Reads `record`'s command line.
    init(_ arguments: [String]) throws(UsageError) {
        let parser = CommandLineParser<RecordOptions>(command: "record", rows: Self.rows) { options, argument in
            guard options.output == nil, !argument.isEmpty else { return false }
            options.output = argument
            return true
        }
        try parser.parse(arguments, into: &self)
    }
}
