import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia
import DoubletakeWriting

/// What `record` was told.
struct RecordOptions {
    var configuration = RecordingConfiguration()
    /// Which kinds of sound were named, so that what comes first takes the default's place and others its side.
    private var namedSounds: Set<CaptureDevice.Kind> = []
    /// How what is recorded is found out; nil when it was named.
    var requestedPicture: RequestedPicture?
    /// The options that say what is recorded, as they were written.
    var pictureOptions: [String] = []
    var start: RecordingStart?
    /// The keys that were asked for, as they were written.
    var keyTexts: [String] = []
    /// The keys that work wherever the focus is.
    private(set) var keys: [KeyAction: KeyDescription] = [.press: .usual]
    var keyMode = KeyMode.grab
    var doublePressTime = TakeControl.standardDoublePressTime
    var cameraOptions = CameraOptions()
    /// What one press does while a film is recorded.
    var singlePress = TakeControl.SinglePress.nothing
    var duration: Duration?
    /// How many films are recorded one after the other, how they begin, and when each of them ends.
    var takes = TakeOptions()
    /// How much of the time before is kept for replays; nil for nothing.
    var replay: Duration?
    /// What becomes of what is kept when a replay was saved.
    var remainder = ClipRemainder.kept
    var output: String?
    var replacement = FilmReplacement.never
    /// The name by which other programs reach the recorder; nil for its process's number.
    var instance: String?
    var place = Place.foreground
    /// A shell command for the finished film.
    var afterCommand: String?
    var film = FilmUse.left
    var isJSON = false
    /// Whether standard error has nothing but errors.
    var isQuiet = false
    var isHelpWanted = false

    /// Who reads what is told.
    var reportFormat: RecordReport.Format {
        isJSON ? .json : isQuiet ? .quiet : .text
    }

    /// All options of `record`, in the order of the help.
    static let rows: [OptionRow<RecordOptions>] =
        sourceRows + inputRows + windowRows + sceneRows + cameraRows + soundRows + soundShapeRows + startRows + takeRows
        + replayRows
        + remoteRows
        + pictureRows
        + codecRows
        + limitRows + fileRows + afterRows + outputRows

    private static let sourceRows: [OptionRow<RecordOptions>] = [
        .value(
            "--monitor",
            "-m",
            taking: "NAME",
            expected: "the name of a monitor, primary, pointer or follow-pointer",
            help: "a monitor: name, primary, pointer (default), follow-pointer, test:bars, test:counter"
        ) { options, text in
            options.choose(text == "pointer" ? .monitorWithPointer : .monitor(text), by: "--monitor")
            return !text.isEmpty
        },
        .flag("--screen", help: "records all monitors as one picture") { $0.choose(.screen, by: "--screen") },
        .value(
            "--region",
            "-g",
            taking: "WxH+X+Y",
            expected: "WxH+X+Y, MONITOR:WxH+X+Y, X,Y WxH, pick or last",
            help: "a part of the screen, or of a monitor: MONITOR:WxH+X+Y; pick: by mouse; last: again"
        ) { options, text in
            switch text {
            case "pick": options.request(.chosen(.region), by: "--region")
            case "last": options.request(.lastRegion, by: "--region")
            default:
                guard let region = RegionText.picture(text) else { return false }
                options.choose(region, by: "--region")
            }
            return true
        },
        .flag("--no-cursor", help: "leaves the cursor out of the picture") { $0.configuration.cursor = .hidden },
    ]

    private static let soundRows: [OptionRow<RecordOptions>] = [
        .value(
            "--app-audio",
            taking: "SOURCE",
            expected: deviceExpectation,
            help: "applications' sound: default, none, a name, [not-]app:NAME, test:tone; may repeat"
        ) { options, text in
            select(text, .applicationAudio, \.applicationSources, in: &options)
        },
        .value(
            "--mic",
            taking: "SOURCE",
            expected: deviceExpectation,
            help: "the microphone: default, none, a name, test:tone; may repeat, a track each"
        ) { options, text in
            select(text, .microphone, \.microphones, in: &options)
        },
        .value(
            "--tracks",
            taking: "mix|separate|both",
            expected: "mix, separate or both",
            help: "two sources give a mixed track, a track each, or both, the mix first (both)"
        ) { options, text in
            guard let tracks = SoundTracks(rawValue: text) else { return false }
            options.configuration.tracks = tracks
            return true
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

    private static let startRows: [OptionRow<RecordOptions>] = [
        .value(
            "--start",
            taking: "key|now|after:T",
            expected: "key, now, or after: and a time such as after:10",
            help: "for a press, at once, or in a while (now with -t, --stop-at, --max-size, --no-key)"
        ) { options, text in
            options.start = RecordingStart(text: text)
            return options.start != nil
        },
        .value(
            "--key",
            "-k",
            taking: "[ACTION=]KEY",
            expected: "a key such as F9 or Ctrl+Alt+R, or none",
            help: "one press starts, two stop, from anywhere (F9); or start=F8, stop=F10 and so on"
        ) { options, text in
            options.keyTexts.append(text)
            return !text.isEmpty
        },
        .flag("--no-key", help: "takes no key") { $0.keyTexts = ["none"] },
        .value(
            "--key-mode",
            taking: "grab|raw",
            expected: "grab or raw",
            help: "grab takes keys from other programs (default); raw also hears what those have taken"
        ) { options, text in
            guard let mode = KeyMode(rawValue: text) else { return false }
            options.keyMode = mode
            return true
        },
        .value(
            "--double-press",
            taking: "MS",
            expected: "milliseconds, 100 to 3000",
            help: "how far apart two presses may be, in milliseconds (400)"
        ) { options, text in
            guard let milliseconds = Int(text),
                TakeControl.doublePressTimes.contains(.milliseconds(milliseconds))
            else { return false }
            options.doublePressTime = .milliseconds(milliseconds)
            return true
        },
        .value(
            "--single-press",
            taking: "WHAT",
            expected: "nothing or marker",
            help: "what one press does while a film is recorded: nothing or marker (nothing)"
        ) { options, text in
            switch text {
            case "nothing": options.singlePress = .nothing
            case "marker": options.singlePress = .marker
            default: return false
            }
            return true
        },
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
            help: "vfr: only changes, at their true times (default); cfr: all frame times, for editors"
        ) { options, text in
            guard let timing = FrameTiming(rawValue: text) else { return false }
            options.configuration.timing = timing
            return true
        },
        .value(
            "--size",
            taking: "SIZE",
            expected: "WxH, 720p, 1080p or 4K",
            help: "fits the picture into WxH, 720p, 1080p or 4K (the size it has)"
        ) { options, text in
            options.configuration.size = PixelSize(text: text)
            return options.configuration.size != nil
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
            "--output",
            "-o",
            taking: "TEMPLATE",
            expected: "a file name",
            help: "the file, as FILE; {date}, {time}, {take} and {n} are filled in"
        ) { options, text in
            options.output = text
            return !text.isEmpty
        },
        .value("--title", taking: "TEXT", expected: "a title", help: "what players call the film (nothing)") {
            options, text in
            options.configuration.metadata.title = text
            return !text.isEmpty
        },
        .flag(
            "--overwrite",
            "-y",
            help: "replaces a film of that name once the new one is complete (the new one gets a number)"
        ) {
            $0.replacement = .whenComplete
        },
    ]

    private static let outputRows: [OptionRow<RecordOptions>] = [
        .flag("--json", help: "prints events on stdout, one JSON object a line") { $0.isJSON = true },
        .flag("--quiet", "-q", help: "prints errors and the films' paths alone") { $0.isQuiet = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    private static let deviceExpectation = "default, none or the name of a source"

    private static let qualities: [String: VideoEncoderSettings.Quality] = [
        "low": .low, "medium": .medium, "high": .high, "lossless": .lossless,
    ]

    private static func select(
        _ text: String,
        _ kind: CaptureDevice.Kind,
        _ devices: WritableKeyPath<RecordingConfiguration, [RecordingConfiguration.DeviceSelection]>,
        in options: inout RecordOptions
    ) -> Bool {
        let selection: RecordingConfiguration.DeviceSelection =
            switch text {
            case "default": .default
            case "none": .none
            default: .named(text)
            }
        let isFirst = options.namedSounds.insert(kind).inserted
        var selections = isFirst || selection == .none ? [] : options.configuration[keyPath: devices]
        // What is named twice is one source; none takes back what was named before.
        if selections == [.none] { selections = [] }
        if !selections.contains(selection) { selections.append(selection) }
        options.configuration[keyPath: devices] = selections
        return !text.isEmpty
    }

    /// Whether standard input is a terminal whose keys can be listened to.
    enum Terminal {
        case present
        case absent
    }

    /// When the recording begins, by what was asked for or else by what is there.
    func resolvedStart(terminal: Terminal, errorReader: CommandContext.ErrorReader) -> RecordingStart {
        if let start { return start }
        if duration != nil || configuration.limits.maximumByteCount != nil || takes.stopTime != nil { return .now }
        // Nothing is recorded until that is asked for.
        if replay != nil { return .key }
        if !canStartByKey || place == .background { return .now }
        if case .pipe = errorReader, terminal == .absent { return .now }
        return .key
    }

    mutating func choose(_ picture: PictureSelection, by option: String) {
        configuration.picture = picture
        requestedPicture = nil
        pictureOptions.append(option)
    }

    mutating func request(_ picture: RequestedPicture, by option: String) {
        requestedPicture = picture
        pictureOptions.append(option)
    }

    /// Nothing was said yet.
    init() {}

    /// Reads `record`'s command line.
    init(_ arguments: [String]) throws(UsageError) {
        let parser = CommandLineParser<RecordOptions>(command: "record", rows: Self.rows) { options, argument in
            guard options.output == nil, !argument.isEmpty else { return false }
            options.output = argument
            return true
        }
        try parser.parse(arguments, into: &self)
        if let first = pictureOptions.first, let other = pictureOptions.first(where: { $0 != first }) {
            throw .conflict(first, other)
        }
        keys = try Self.keys(keyTexts)
        try resolveCameras()
        try resolveInput()
    }
}
