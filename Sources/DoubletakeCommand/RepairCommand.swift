import Doubletake

/// `doubletake repair`: makes an ordinary film of what an interrupted recording left.
enum RepairCommand {
    private struct Options: FileOptions {
        var files: [String] = []
        var output: String?
        var isJSON = false
        var isHelpWanted = false
        var isQuiet = false
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
        .quiet,
        .help,
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
        let read = try Options.read(arguments, of: "repair", taking: ["FILE"], rows, help: help, in: context)
        guard let options = read else { return .done }
        let file = options.files[0]
        do throws(RepairError) {
            let film = try repair(file, options.output)
            UnfinishedFilms(environment: context.environment).forget(file)
            if !options.isQuiet { context.note(text(of: film)) }
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
