import Doubletake
import DoubletakeMedia
import DoubletakeWriting
import Glibc

/// `doubletake record`: one film, from a press or from now until it is told to stop.
enum RecordCommand {
    /// What `help record` prints.
    static let help = HelpText.options(
        "doubletake record [OPTIONS] [FILE]",
        """
        Records into FILE, by default into a new file in the folder for videos; its name says which kind of film it is:
        \(extensions). One press of the key starts, two stop; on the terminal Space is a press,
        p pauses and goes on, m marks this instant as a chapter, and q leaves. Ctrl-C stops properly, too.
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
        return try await take(options, nil, in: context).status
    }

    /// Says where a film goes whose folder was removed.
    static func addRefuges(to options: inout RecordOptions, _ context: CommandContext) {
        options.configuration.limits.refuges = [
            VideosFolder.path(environment: context.environment), lastRefuge,
        ]
    }

    /// Records one film.
    ///
    /// - Parameter preview: the window that is recorded, if there is one already.
    /// - Returns: how it went, and whether the person wants no other one.
    static func take(
        _ options: RecordOptions,
        _ preview: SharedPreview?,
        in context: CommandContext
    ) async throws(UsageError) -> (status: ExitStatus, isLast: Bool) {
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
            return (fail(error, [], options, in: context), isLast: true)
        }
        let session = RecordSession(path: path, options: options, context: context, preview: preview)
        let (films, status): ([String], ExitStatus)
        do throws(RecordFailure) {
            guard let finished = try await session.run() else { return (.done, isLast: await session.wasLeft) }
            (films, status) = (finished.parts.map(\.file), ExitStatus(finished.end))
            print(films, options, in: context)
            if let film = films.first { await context.tell(.saved(OutputPath.absolute(film))) }
        } catch {
            switch error {
            case .recording(let error):
                films = await session.completeParts + [error.playableFile].compactMap { $0 }
                status = fail(error, films, options, in: context)
                if await session.signs.wereShown {
                    await context.tell(.failed(subject: error.subject, reason: error.reason))
                }
            case .usage(let error): throw error
            case .control(let error):
                context.error(error)
                return (ExitStatus(error), isLast: true)
            }
        }
        if !films.isEmpty { await FinishedFilm(films, options, context).use() }
        return (status, isLast: await session.wasLeft)
    }

    private static func print(_ films: [String], _ options: RecordOptions, in context: CommandContext) {
        if options.isJSON { return }
        for film in films { context.out(film) }
    }

    private static func fail(
        _ error: RecordingError,
        _ films: [String],
        _ options: RecordOptions,
        in context: CommandContext
    ) -> ExitStatus {
        context.error(error)
        print(films, options, in: context)
        return ExitStatus(error)
    }

    private static func mode(of path: String) -> mode_t? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }
}
