import Doubletake
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia

/// `doubletake stop`, `pause` and so on: asks a recorder that runs.
struct RemoteCommand {
    private struct Options {
        var instance: String?
        var name: String?
        var sound: ControlledSound?
        var decibels: Double?
        var sequel = ControlRequest.Sequel.none
        var dropLast: Duration?
        var isJSON = false
        var isQuiet = false
        var isHelpWanted = false
    }

    private let verb: ControlVerb

    init(_ verb: ControlVerb) {
        self.verb = verb
    }

    private static let rows: [OptionRow<Options>] = [
        .value(
            "--instance",
            taking: "NAME",
            expected: RecordOptions.instanceExpectation,
            help: "which recorder is meant (the only one that runs)"
        ) { options, text in
            options.instance = text
            return ControlFolder.isInstanceName(text)
        },
        .flag("--json", help: "prints the recorder's answer, one JSON object") { $0.isJSON = true },
        .flag("--quiet", "-q", help: "prints errors and results alone") { $0.isQuiet = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    private static let dropRow = OptionRow<Options>.value(
        "--drop-last",
        taking: "T",
        expected: "a time such as 5 or 1m30s",
        help: "leaves the film's last T out, such as the typing of this command"
    ) { options, text in
        options.dropLast = Duration(text: text)
        return options.dropLast != nil
    }

    private static let followRow = OptionRow<Options>.flag(
        "--follow",
        help: "then prints all that happens, one JSON object a line, until it ends"
    ) { $0.sequel = .events }

    private var rows: [OptionRow<Options>] {
        switch verb {
        case .status: [Self.followRow] + Self.rows
        case .stop: [Self.dropRow] + Self.rows
        default: Self.rows
        }
    }

    /// What `help` prints.
    var help: String {
        let argument =
            switch verb {
            case .mark: " [NAME]"
            case .layout: " NAME"
            case .saveReplay: " [T]"
            case .cameraOn, .cameraOff: " [DEVICE]"
            case .mute, .unmute: " app|mic [SOURCE]"
            case .gain: " app|mic DB [SOURCE]"
            default: ""
            }
        return HelpText.options("doubletake \(verb.rawValue) [OPTIONS]\(argument)", summary, rows)
    }

    private var summary: String {
        switch verb {
        case .start: "Lets a recorder that waits begin, or count down, at once. One that records already goes on."
        case .stop: "Ends what is recorded, waits until it is complete, and prints the path of the film, all its parts."
        case .pause: "Pauses what is recorded: nothing goes into the film. What is paused stays paused."
        case .resume: "Goes on with what is paused, in the same film. What is recorded goes on."
        case .togglePause: "Pauses what is recorded, and goes on with what is paused."
        case .mark: "Marks this instant as a chapter of the film, which is called NAME."
        case .saveReplay: "Writes what was just now into a file, the last T or all that is kept, and prints its path."
        case .swap: "Exchanges the first two pictures, at once and in the film."
        case .layout: "Places the pictures in another way: \(Layout.all.map(\.name).joined(separator: ", "))."
        case .cameraOn: "Shows the picture of a camera, or of all cameras. What is shown already stays."
        case .cameraOff: "Shows the picture of a camera, or of all cameras, no more; the camera itself goes on."
        case .mute: "Lets nothing be heard of the applications or of the microphone; of several, of SOURCE alone."
        case .unmute: "Lets the applications or the microphone be heard again; of several, SOURCE alone."
        case .gain: "Makes the applications or the microphone so many decibels louder than they come: 6, -3.5 or 0."
        case .split: "Lets what is recorded go on in the next part, NAME-2; nothing is lost between them."
        case .discard:
            "Moves what is recorded to the trash, and ends the recorder; with --takes it waits for the next start."
        case .retake: "Moves what is recorded to the trash; the recorder waits for the start of the same take again."
        case .status: "Says what a recorder does, how long and how large the film is, and where."
        }
    }

    /// Asks, and prints the answer.
    func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        var options = Options()
        let verb = verb
        let parser = CommandLineParser<Options>(command: verb.rawValue, rows: rows) { options, argument in
            Self.take(argument, of: verb, &options)
        }
        // A quieter gain looks like an option, and no option is a number.
        let gains = verb == .gain ? arguments.filter { $0.hasPrefix("-") && Double($0) != nil } : []
        if gains.count > 1 { throw .strayArgument(gains[1], command: verb.rawValue) }
        options.decibels = gains.first.flatMap { Double($0) }
        try parser.parse(arguments.filter { !gains.contains($0) }, into: &options)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        if verb == .layout, options.name == nil { throw .missingArgument("NAME", command: verb.rawValue) }
        if [.mute, .unmute, .gain].contains(verb), options.sound == nil {
            throw .missingArgument("app|mic", command: verb.rawValue)
        }
        if verb == .gain, options.decibels == nil { throw .missingArgument("DB", command: verb.rawValue) }
        let request = try request(options)
        let client: ControlClient
        do throws(ControlError) {
            guard let folder = RemoteFolder.folder(environment: context.environment) else { throw .noFolder }
            client = try ControlClient(to: options.instance, in: folder)
        } catch {
            context.error(error)
            return ExitStatus(error)
        }
        return await Self.ask(client, request, isJSON: options.isJSON, isQuiet: options.isQuiet, in: context)
    }

    private func request(_ options: Options) throws(UsageError) -> ControlRequest {
        guard verb == .saveReplay, let text = options.name else {
            var request = ControlRequest(verb, name: options.name, sequel: options.sequel, dropLast: options.dropLast)
            (request.sound, request.decibels) = (options.sound, options.decibels)
            return request
        }
        guard let duration = Duration(text: text), duration <= .seconds(86_400) else {
            throw .badValue(option: verb.rawValue, value: text, expected: "a time such as 30 or 1m30s")
        }
        return ControlRequest(verb, duration: duration)
    }

    /// Takes an argument that is no option.
    private static func take(_ argument: String, of verb: ControlVerb, _ options: inout Options) -> Bool {
        switch verb {
        case .mute, .unmute, .gain:
            if options.sound == nil {
                options.sound = ControlledSound(rawValue: argument)
                return options.sound != nil
            }
            if verb == .gain, options.decibels == nil {
                options.decibels = Double(argument)
                return options.decibels.map { $0.isFinite } ?? false
            }
        case .mark, .layout, .cameraOn, .cameraOff, .saveReplay: break
        case .start, .stop, .pause, .resume, .togglePause, .swap, .split, .discard, .retake, .status: return false
        }
        guard options.name == nil, !argument.isEmpty else { return false }
        options.name = argument
        return true
    }

    /// Asks a recorder, and prints its answer; an interruption ends waiting for it.
    static func ask(
        _ client: ControlClient,
        _ request: ControlRequest,
        isJSON: Bool = false,
        isQuiet: Bool = false,
        in context: CommandContext
    ) async -> ExitStatus {
        let isInterrupted = ConditionLock(false)
        let interruption = Task { [interruptions = context.interruptions] in
            for await _ in interruptions {
                isInterrupted.withLock { $0 = true }
                client.hangUp()
            }
        }
        defer { interruption.cancel() }
        do throws(SystemCallError) {
            return try await BlockingWork.run("ask") {
                do throws(ControlError) {
                    let answer = try client.ask(request)
                    let status = report(answer, to: request.verb, isJSON: isJSON, isQuiet: isQuiet, in: context)
                    if status == .done, request.sequel == .events {
                        while let line = client.nextLine() { context.out(line) }
                    }
                    return status
                } catch {
                    if isInterrupted.read({ $0 }) { return .no }
                    context.error(error)
                    return ExitStatus(error)
                }
            }
        } catch {
            context.error(RecordingError.system(error))
            return .software
        }
    }

    private static func report(
        _ answer: ControlAnswer,
        to verb: ControlVerb,
        isJSON: Bool,
        isQuiet: Bool,
        in context: CommandContext
    ) -> ExitStatus {
        if isJSON { context.printOut(answer.line) }
        if let refusal = answer.error {
            context.note("doubletake: error: \(refusal.subject): \(refusal.reason)")
            context.note("  help: \(refusal.help)")
        }
        let files = answer.files ?? []
        let context = isQuiet ? context.withoutNotes : context
        if !isJSON {
            switch verb {
            case .stop, .saveReplay: for file in files { context.out(file) }
            case .discard, .retake: for file in files { context.note("Moved to the trash: \(file)") }
            case .status: context.out(text(of: answer))
            case .mark: if let name = answer.marker { context.note("Marked: \(name)") }
            case .swap, .layout, .cameraOn, .cameraOff:
                if let layout = answer.layout {
                    context.note("Layout \(layout): \((answer.pictures ?? []).joined(separator: ", ")).")
                }
            case .mute, .unmute, .gain:
                for sound in answer.sounds ?? [] {
                    let gain = sound.gain == 0 ? "" : " (\(SoundSetting.decibels(sound.gain)))"
                    context.note("\(sound.track): \(sound.muted ? "muted" : "heard")\(gain)")
                }
            case .start, .pause, .resume, .togglePause, .split:
                if answer.ok { context.note("The recorder is \(answer.state ?? "unknown").") }
            }
        }
        guard let refusal = answer.error else { return .done }
        return ExitStatus(rawValue: refusal.code) ?? .software
    }

    private static func text(of answer: ControlAnswer) -> String {
        var parts = [answer.instance ?? "", answer.state ?? ""]
        if let time = answer.time { parts.append(RecordingText.time(.seconds(time))) }
        if let bytes = answer.bytes { parts.append(RecordingText.bytes(bytes)) }
        if let kept = answer.kept {
            parts.append("\(RecordingText.time(.seconds(kept))) kept, \(RecordingText.bytes(answer.memory ?? 0))")
        }
        if let part = answer.part { parts.append(part) }
        return parts.joined(separator: "  ")
    }
}
