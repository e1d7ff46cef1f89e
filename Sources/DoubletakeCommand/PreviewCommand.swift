import Doubletake
import DoubletakeMedia

/// `doubletake preview`: the cameras in a window that stays, and a film of it each time that somebody wants one.
enum PreviewCommand {
    /// What `help preview` prints.
    static let help = HelpText.options(
        "doubletake preview [OPTIONS] [FILE]",
        """
        Shows the cameras in a window with controls, and waits. A tap on the picture, the record button or the key starts a
        film of what the window shows; two taps, the stop button or the key stop it. Each film has a name of its own. The
        window stays until it is closed; closed while it is recorded, the film is saved.
        """,
        RecordOptions.rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        var options = try RecordOptions(["--preview"] + arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        RecordCommand.addRefuges(to: &options, context)
        options.start = options.start ?? .key
        let preview: SharedPreview
        do throws(RecordingError) {
            preview = try await SharedPreview(options.configuration)
        } catch {
            context.error(error)
            return ExitStatus(error)
        }
        // A stream of signals can be read once only, and there are many films.
        let signals = [
            Task { [interruptions = context.interruptions] in for await _ in interruptions { preview.leave() } },
            Task { [requests = context.pauseRequests] in
                for await _ in requests { preview.togglePause(at: MonotonicClock().now) }
            },
            Task { [requests = context.replayRequests] in
                for await _ in requests { preview.saveReplay(at: MonotonicClock().now) }
            },
        ]
        let result: Result<ExitStatus, UsageError>
        do throws(UsageError) {
            result = .success(try await takes(options, preview, context.withoutSignals()))
        } catch {
            result = .failure(error)
        }
        for signal in signals { signal.cancel() }
        await preview.close()
        return try result.get()
    }

    /// Records film after film until somebody leaves, or one can't be recorded.
    private static func takes(
        _ options: RecordOptions,
        _ preview: SharedPreview,
        _ context: CommandContext
    ) async throws(UsageError) -> ExitStatus {
        var options = options
        while true {
            let take = try await RecordCommand.take(options, preview, in: context)
            if take.isLast || take.status != .done { return take.status }
            // The first film may begin at once; the others are wanted one by one.
            options.start = .key
        }
    }
}

extension CommandContext {
    /// The same without signals, which somebody else reads.
    fileprivate func withoutSignals() -> CommandContext {
        CommandContext(
            environment: environment,
            printOut: printOut,
            printError: printError,
            errorReader: errorReader,
            interruptions: AsyncStream { _ in },
            pauseRequests: AsyncStream { _ in },
            tellBegun: tellBegun,
            makeRecorder: makeRecorder,
            listenToKey: listenToKey,
            listenToTerminal: listenToTerminal
        )
    }
}
