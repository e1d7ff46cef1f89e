import Doubletake

/// `doubletake repair`: makes an ordinary film of what an interrupted recording left.
enum RepairCommand {
    private struct Options {
        var file: String?
        var output: String?
        var isJSON = false
        var isHelpWanted = false
    }

    private static let rows: [OptionRow<Options>] = [
        .value(
            "--output",
            "-o",
            taking: "FILE",
            expected: "a file name",
            help: "finishes a copy, and leaves the file as it is (in place; NAME.part.mp4 becomes NAME.mp4)"
        ) { options, text in
            options.output = text
            return !text.isEmpty
        },
        .flag("--json", help: "prints one JSON object") { $0.isJSON = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    /// What `help repair` prints.
    static let help = HelpText.options(
        "doubletake repair [OPTIONS] FILE",
        """
        Finishes a recording that was interrupted: what its recorder left plays as it is, and becomes an ordinary film.
        A file that can't be made better is not changed. The path of the film is printed.
        """,
        rows
    )

    static func run(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        var options = Options()
        let parser = CommandLineParser<Options>(command: "repair", rows: rows) { options, argument in
            guard options.file == nil, !argument.isEmpty else { return false }
            options.file = argument
            return true
        }
        try parser.parse(arguments, into: &options)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        guard let file = options.file else { throw .missingArgument("FILE", command: "repair") }
        do throws(RepairError) {
            let film = try repair(file, options.output)
            UnfinishedFilms(environment: context.environment).forget(file)
            context.note(text(of: film))
            context.out(options.isJSON ? RepairReport(film).json : film.file)
            return .done
        } catch {
            context.error(error)
            if !options.isJSON, let file = error.playableFile { context.out(file) }
            return ExitStatus(error)
        }
    }

    private static func repair(_ file: String, _ output: String?) throws(RepairError) -> RepairedFilm {
        guard let output else { return try MovieRepair.repair(file) }
        return try MovieRepair.repair(file, into: output)
    }

    private static func text(of film: RepairedFilm) -> String {
        guard film.outcome == .finished else { return "It is a finished film; there was nothing to repair." }
        var text = "Finished a film of \(JSONLine.seconds(film.duration)) s."
        if film.droppedByteCount > 0 {
            text += " \(film.droppedByteCount) bytes of an incomplete end were cut off."
        }
        if let damage = film.firstDamage {
            text += " Damaged fragments left out: \(film.skippedFragmentCount) (the first: \(damage))."
        }
        return text
    }
}

/// What `repair --json` prints.
private struct RepairReport: Encodable {
    let outcome: String
    let file: String
    let duration: Double
    let bytesDropped: Int64
    let fragmentsSkipped: Int
    let damage: String?

    init(_ film: RepairedFilm) {
        outcome = film.outcome == .finished ? "finished" : "already_finished"
        file = film.file
        duration = JSONLine.seconds(film.duration)
        bytesDropped = film.droppedByteCount
        fragmentsSkipped = film.skippedFragmentCount
        damage = film.firstDamage
    }

    /// The object in one line.
    var json: String { JSONLine.encode(self) }
}
