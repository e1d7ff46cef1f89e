import Doubletake
import DoubletakeBatch
import DoubletakeCapture
import DoubletakeControl
import DoubletakeDesktop
import DoubletakeMedia
import Glibc

/// The tool.
public enum Command {
    /// The version of tool and library.
    public static let version = "0.1.0"

    /// Runs the tool with the process's arguments, and ends the process.
    public static func main() async -> Never {
        let interruptions = Interruptions()
        let environment = ProcessEnvironment.variables()
        var context = CommandContext(
            environment: environment.filter { $0.key != DetachedRecorder.variable },
            printOut: { StandardStream.output.write($0) },
            printError: { StandardStream.error.write($0) },
            errorReader: StandardStream.error.columns.map { .terminal(columns: $0) } ?? .pipe,
            interruptions: interruptions.requests,
            pauseRequests: interruptions.pauseRequests,
            tellBegun: DetachedRecorder.tellBegun(environment: environment),
            makeRecorder: { ScreenRecorder(configuration: $0) },
            listenToKey: { (key, mode, handler) throws(CaptureError) in
                try GlobalKeys.listen(to: key, mode: mode, clock: MonotonicClock(), handler: handler)
            },
            listenToTerminal: listenToTerminal
        )
        if environment[FilmNotice.variable] != nil {
            await FilmNotice.run(Array(CommandLine.arguments.dropFirst()), in: context)
            exit(ExitStatus.done.rawValue)
        }
        // The takes of a batch are told of by the batch.
        if environment[Batch.takeVariable] == nil { addDesktop(to: &context) }
        context.replayRequests = interruptions.replayRequests
        let status = await run(Array(CommandLine.arguments.dropFirst()), in: context)
        withExtendedLifetime(interruptions) {}
        exit(status.rawValue)
    }

    /// Has recordings seen and told of on the desktop that the environment names.
    private static func addDesktop(to context: inout CommandContext) {
        let desktop = context
        context.makeFrame = { ScreenFrame.make(around: $0, $1, at: $2) }
        context.openPresence = {
            do throws(SystemCallError) {
                return try DesktopPresence(BusAddresses(environment: desktop.environment))
            } catch {
                // No thread is left for it: the film needs what there is.
                return nil
            }
        }
        context.tell = { await FilmNotice.post($0, in: desktop) }
        context.remember = { RecentFilms.add($0, environment: desktop.environment) }
    }

    /// Listens to the keys of standard input.
    private static func listenToTerminal(
        _ handler: @escaping @Sendable (TerminalKey, MediaTime) -> Void
    ) -> CommandContext.Stop? {
        do throws(SystemCallError) {
            guard let keys = try TerminalKeys(clock: MonotonicClock(), handler: handler) else { return nil }
            return { keys.stop() }
        } catch {
            // A terminal that can't be set to single keys is as good as none: the other ways still work.
            return nil
        }
    }

    /// Runs a command line.
    static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        // One in the background was started by one that has said it.
        let isQuiet = arguments.contains("--quiet") || arguments.contains("-q")
        if arguments.first != "repair", context.tellBegun == nil, !isQuiet { nameUnfinishedFilms(in: context) }
        do throws(UsageError) {
            let rest = Array(arguments.dropFirst())
            switch arguments.first {
            case "record": return try await RecordCommand.run(rest, in: context)
            case "repair": return try RepairCommand.run(rest, in: context)
            case "verify": return try VerifyCommand.run(rest, in: context)
            case "export": return try await ExportCommand.run(rest, in: context)
            case "preview": return try await PreviewCommand.run(rest, in: context)
            case "camera": return try await CameraCommand.run(rest, in: context)
            case "toggle": return try await ToggleCommand.run(rest, in: context)
            case "devices": return try DevicesCommand.run(rest, in: context)
            case "batch": return try await BatchCommand.run(rest, in: context)
            case "version", "--version": return try VersionCommand.run(rest, in: context)
            case "help", "--help", "-h": return try help(rest, in: context)
            case nil:
                context.note(HelpText.overview)
                return .usage
            case let name?:
                guard let verb = ControlVerb(rawValue: name) else { throw .unknownCommand(name) }
                return try await RemoteCommand(verb).run(rest, in: context)
            }
        } catch {
            context.error(error)
            return .usage
        }
    }

    /// Says where the films are that dead recorders left, and what finishes them.
    private static func nameUnfinishedFilms(in context: CommandContext) {
        for film in UnfinishedFilms(environment: context.environment).left() {
            context.note(
                "doubletake: note: a recording that was interrupted is at \(film); it plays as it is, and "
                    + "`doubletake repair \(ShellWord.quoted(film))` finishes it"
            )
        }
    }

    private static func help(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        if arguments.count > 1 { throw .strayArgument(arguments[1], command: "help") }
        switch arguments.first {
        case nil, "help": context.out(HelpText.overview)
        case "record": context.out(RecordCommand.help)
        case "repair": context.out(RepairCommand.help)
        case "verify": context.out(VerifyCommand.help)
        case "export": context.out(ExportCommand.help)
        case "preview": context.out(PreviewCommand.help)
        case "camera": context.out(CameraCommand.help)
        case "toggle": context.out(ToggleCommand.help)
        case "devices": context.out(DevicesCommand.help)
        case "batch": context.out(BatchCommand.help)
        case "version": context.out(VersionCommand.help)
        case let name?:
            guard let verb = ControlVerb(rawValue: name) else { throw .unknownCommand(name) }
            context.out(RemoteCommand(verb).help)
        }
        return .done
    }
}
