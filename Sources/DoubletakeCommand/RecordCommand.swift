import Doubletake
import DoubletakeMedia
import Glibc

/// `doubletake record`: one film, from a press or from now until it is told to stop.
enum RecordCommand {
    /// What `help record` prints.
    static let help = HelpText.options(
        "doubletake record [OPTIONS] [FILE]",
        """
        Records into FILE, by default into a new file in the folder for videos. One press of the key starts, two stop;
        on the terminal Space is a press and q leaves. Ctrl-C stops properly, too.
        """,
        RecordOptions.rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        let options = try RecordOptions(arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        let path = try OutputPath.resolve(
            options.output,
            environment: context.environment,
            stamp: .now(),
            isFolder: { mode(of: $0).map { $0 & S_IFMT == S_IFDIR } ?? false },
            exists: { mode(of: $0) != nil }
        )
        do throws(RecordingError) {
            try ScreenRecorder.checkDestination(path, replacing: options.replacement, for: options.configuration)
        } catch {
            return fail(error, options, in: context)
        }
        let session = RecordSession(path: path, options: options, context: context)
        do throws(RecordFailure) {
            if let finished = try await session.run(), !options.isJSON { context.out(finished.file) }
            return .done
        } catch {
            switch error {
            case .recording(let error): return fail(error, options, in: context)
            case .usage(let error): throw error
            }
        }
    }

    private static func fail(
        _ error: RecordingError,
        _ options: RecordOptions,
        in context: CommandContext
    ) -> ExitStatus {
        context.error(error)
        if !options.isJSON, let file = error.playableFile { context.out(file) }
        return ExitStatus(error)
    }

    private static func mode(of path: String) -> mode_t? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }
}
