import Doubletake
import DoubletakeMedia
import Glibc

/// The tool.
public enum Command {
    /// The version of tool and library.
    public static let version = "0.1.0"

    /// Runs the tool with the process's arguments, and ends the process.
    public static func main() async -> Never {
        let interruptions = Interruptions()
        let context = CommandContext(
            environment: ProcessEnvironment.variables(),
            printOut: { StandardStream.output.write($0) },
            printError: { StandardStream.error.write($0) },
            interruptions: interruptions.requests,
            makeRecorder: { ScreenRecorder(configuration: $0) }
        )
        let status = await run(Array(CommandLine.arguments.dropFirst()), in: context)
        withExtendedLifetime(interruptions) {}
        exit(status.rawValue)
    }

    /// Runs a command line.
    static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        do throws(UsageError) {
            switch arguments.first {
            case "record": return try await RecordCommand.run(Array(arguments.dropFirst()), in: context)
            case "version", "--version":
                context.out("doubletake \(version)")
                return .done
            case "help", "--help", "-h": return try help(arguments.dropFirst().first, in: context)
            case nil:
                context.note(HelpText.overview)
                return .usage
            case let name?: throw .unknownCommand(name)
            }
        } catch {
            context.error(error)
            return .usage
        }
    }

    private static func help(_ command: String?, in context: CommandContext) throws(UsageError) -> ExitStatus {
        switch command {
        case nil, "help": context.out(HelpText.overview)
        case "record": context.out(RecordCommand.help)
        case "version": context.out("usage: doubletake version\n\nPrints the version.")
        case let name?: throw .unknownCommand(name)
        }
        return .done
    }
}
