import Doubletake
import DoubletakeWriting

/// `doubletake record`: films, each from a press or from now until it is told to stop.
enum RecordCommand {
    /// What `help record` prints.
    static let help = HelpText.options(
        "doubletake record [OPTIONS] [FILE]",
        """
        Records into FILE, by default into a new file in the folder for videos; its name says which kind of film it is:
        \(extensions). One press of the key starts, two stop; on the terminal Space is a press,
        p pauses and goes on, m marks this instant as a chapter, x throws the film away, and q stops or leaves. Ctrl-C stops
        properly, too.
        """,
        RecordOptions.rows
    )

    /// Where a film goes whose folder was removed when there is no place in the folder for videos: what is there outlives
    /// the machine's next start.
    private static let lastRefuge = "/var/tmp"

    private static var extensions: String {
        ContainerFormat.all.map { ".\($0.fileExtensions[0])" }.joined(separator: ", ")
    }

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        var options = try RecordOptions(arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        addRefuges(to: &options, context)
        if options.place == .background, context.tellBegun == nil {
            return await DetachedRecorder(arguments, context).run()
        }
        return try await record(options, in: context)
    }

    /// Says where a film goes whose folder was removed.
    static func addRefuges(to options: inout RecordOptions, _ context: CommandContext) {
        options.configuration.limits.refuges = [
            VideosFolder.path(environment: context.environment), lastRefuge,
        ]
    }

    /// Records one film, or one after the other.
    static func record(
        _ wanted: RecordOptions,
        in world: CommandContext
    ) async throws(UsageError) -> ExitStatus {
        var (options, context) = (wanted, world)
        let path = try OutputPath.next(options.output, take: 1, environment: context.environment)
        do throws(RecordingError) {
            try ScreenRecorder.checkDestination(path, replacing: options.replacement, for: options.configuration)
        } catch {
            context.error(error)
            return ExitStatus(error)
        }
        do throws(RecordFailure) {
            if let request = options.requestedPicture {
                var report = RecordReport(format: options.reportFormat, context: context)
                guard let picture = try await request.find(in: &context, &report) else { return .done }
                options.configuration.picture = picture
            }
        } catch {
            return try status(of: error, in: context)
        }
        let session = RecordSession(path: path, options: options, context: context)
        do throws(RecordFailure) {
            return await session.end(.success(try await session.run()))
        } catch {
            if case .recording(let error) = error { return await session.end(.failure(error)) }
            return try status(of: error, in: context)
        }
    }

    /// Tells of what has kept a recording from being tried.
    private static func status(
        of failure: RecordFailure,
        in context: CommandContext
    ) throws(UsageError) -> ExitStatus {
        switch failure {
        case .usage(let error): throw error
        case .recording(let error):
            context.error(error)
            return ExitStatus(error)
        case .control(let error):
            context.error(error)
            return ExitStatus(error)
        }
    }
}
