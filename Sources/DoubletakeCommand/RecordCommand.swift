import Doubletake
import DoubletakeMedia
import Glibc

/// `doubletake record`: one film, from now until it is told to stop.
enum RecordCommand {
    /// What `help record` prints.
    static let help = HelpText.options(
        "doubletake record [OPTIONS] [FILE]",
        "Records into FILE, by default into a new file in the folder for videos, until Ctrl-C or --duration.",
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
        return await record(to: path, options, in: context)
    }

    /// Why a recording is to end.
    private enum StopReason: Sendable {
        case interrupted
        case durationOver
        /// It has ended by itself.
        case failed
    }

    private static func record(
        to path: String,
        _ options: RecordOptions,
        in context: CommandContext
    ) async -> ExitStatus {
        let recorder = context.makeRecorder(options.configuration)
        let (reasons, stop) = AsyncStream.makeStream(of: StopReason.self)
        let reporting = report(recorder.events(), as: RecordReport(isJSON: options.isJSON, context: context), to: stop)
        do throws(RecordingError) {
            try await recorder.prepare()
            let started = try await recorder.startRecording(to: path, replacing: options.replacement)
            let end = options.duration.map { started.start + $0 }
            let waiting = [waitForInterruption(in: context, stop), end.map { waitForEnd($0, stop) }]
            defer { for task in waiting { task?.cancel() } }
            let finished: FinishedRecording
            switch await reasons.first(where: { _ in true }) {
            case .durationOver: finished = try await recorder.stopRecording(at: end)
            case .interrupted, .failed, nil: finished = try await recorder.stopRecording()
            }
            _ = await reporting.value
            if !options.isJSON { context.out(finished.file) }
            return .done
        } catch {
            // What was published before is still reported, and says better than a late stop what went wrong.
            reporting.cancel()
            return fail(await reporting.value ?? error, options, in: context)
        }
    }

    /// Reports events until the recording has ended; the task's value is why it failed, if it did.
    private static func report(
        _ events: EventStream<RecordingEvent>,
        as report: RecordReport,
        to stop: AsyncStream<StopReason>.Continuation
    ) -> Task<RecordingError?, Never> {
        Task {
            for await event in events {
                report.report(event)
                switch event {
                case .failed(let error):
                    stop.yield(.failed)
                    return error
                case .finished: return nil
                case .started, .status, .warning: continue
                }
            }
            return nil
        }
    }

    private static func waitForInterruption(
        in context: CommandContext,
        _ stop: AsyncStream<StopReason>.Continuation
    ) -> Task<Void, Never> {
        Task {
            for await _ in context.interruptions {
                stop.yield(.interrupted)
                return
            }
        }
    }

    private static func waitForEnd(
        _ end: MediaTime,
        _ stop: AsyncStream<StopReason>.Continuation
    ) -> Task<Void, Never> {
        Task {
            do {
                try await Task.sleep(for: end - MonotonicClock().now)
                stop.yield(.durationOver)
            } catch {
                // Cancelled: the recording has ended before.
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
