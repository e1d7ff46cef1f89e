import DoubletakeControl
import DoubletakeMedia

/// `doubletake toggle`: for one key of a window manager.
enum ToggleCommand {
    /// What `help toggle` prints.
    static let help = HelpText.options(
        "doubletake toggle [OPTIONS] [FILE]",
        """
        Stops the recorder that runs and prints the path of the film; with none running it is
        `doubletake record --detach --start now` with these options.
        """,
        RecordOptions.rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        let options = try RecordOptions(arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        do throws(ControlError) {
            guard let folder = RemoteFolder.folder(environment: context.environment) else { throw .noFolder }
            let client = try ControlClient(to: options.instance, in: folder)
            return await RemoteCommand.ask(client, ControlRequest(.stop), in: context)
        } catch {
            switch error {
            case .noRecorder, .noSuchInstance:
                return try await RecordCommand.run(["--detach", "--start", "now"] + arguments, in: context)
            case .severalRecorders, .nameTaken, .noFolder, .foreignFolder, .badRequest, .noAnswer, .system:
                context.error(error)
                return ExitStatus(error)
            }
        }
    }
}
