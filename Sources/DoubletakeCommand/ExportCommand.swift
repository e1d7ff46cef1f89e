import Doubletake
import DoubletakeMedia

/// `doubletake export`: a part of a film as a file of another kind.
enum ExportCommand {
    /// What it was told.
    struct Options: FileOptions {
        var start = Duration.zero
        var end: Duration?
        var speed = 1.0
        var size: PixelSize?
        var replacement = FilmReplacement.never
        var isHelpWanted = false
        var isQuiet = false
        /// The film and the new file.
        var files: [String] = []
    }

    static let rows: [OptionRow<Options>] = [
        .value(
            "--from",
            taking: "T",
            expected: timeExpectation,
            help: "where the part begins: 90, 1m30s or 00:01:30 (the film's beginning)"
        ) { options, text in
            guard let time = Duration(text: text) else { return false }
            options.start = time
            return true
        },
        .value("--to", taking: "T", expected: timeExpectation, help: "where it ends (the film's end)") {
            options, text in
            options.end = Duration(text: text)
            return options.end != nil
        },
        .value(
            "--speed",
            taking: "X",
            expected: "a number from 0.1 to 100",
            help: "2 shows it in half the time; the sound keeps its pitch (1)"
        ) { options, text in
            guard let speed = Double(text), FilmExport.speeds.contains(speed) else { return false }
            options.speed = speed
            return true
        },
        .value(
            "--size",
            taking: "SIZE",
            expected: "WxH, 720p, 1080p or 4K",
            help: "fits the picture into WxH, 720p, 1080p or 4K (the size it has)"
        ) { options, text in
            options.size = PixelSize(text: text)
            return options.size != nil
        },
        .flag("--overwrite", "-y", help: "replaces a file of that name, once the new one is complete") {
            $0.replacement = .whenComplete
        },
        .quiet,
        .help,
    ]

    /// What `help export` prints.
    static let help = HelpText.options(
        "doubletake export [OPTIONS] FILE OUT",
        """
        Makes OUT of the film FILE, or of a part of it. The extension of OUT says what: a film (mp4, mov, mkv, webm),
        a moving image (gif), or the picture at --from (png).
        """,
        rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        let read = try Options.read(arguments, of: "export", taking: ["FILE", "OUT"], rows, help: help, in: context)
        guard let options = read else { return .done }
        if let end = options.end, end <= options.start { throw .conflict("--from", "--to") }
        return await export(options, in: context)
    }

    private static func export(_ options: Options, in context: CommandContext) async -> ExitStatus {
        var export = FilmExport(source: options.files[0], target: options.files[1])
        export.start = options.start
        export.end = options.end
        export.speed = options.speed
        export.size = options.size
        export.replacement = options.replacement
        do throws(ExportError) {
            context.out(try await FilmExporter(export).run())
            return .done
        } catch {
            context.error(error)
            return ExitStatus(error)
        }
    }

    private static let timeExpectation = "a time such as 90, 1m30s or 00:01:30"
}

extension ExitStatus {
    /// The status of an export that failed.
    fileprivate init(_ error: ExportError) {
        switch error {
        case .reader, .noPicture, .beginsAfterEnd: self = .noInput
        case .unknownFormat: self = .usage
        case .writer(let error): self = ExitStatus(RecordingError.writer(error, playableFile: nil))
        case .destination(let error): self = ExitStatus(error)
        case .sound, .system: self = .software
        }
    }
}
