import Doubletake
import DoubletakeBatch

/// What `batch` was told.
struct BatchOptions {
    var names: Set<String> = []
    var jobs: Int?
    var shard: Shard?
    var report: String?
    var isResuming = false
    var isDryRun = false
    var replacement = FilmReplacement.whenComplete
    var visibility = DisplayVisibility.hidden
    var isJSON = false
    var isHelpWanted = false
    /// The plan, or what `init` and `merge-report` take.
    var arguments: [String] = []

    /// A part of a plan.
    enum Shard: Equatable {
        case part(Int, of: Int)
        /// What the engine around says.
        case auto
    }

    static let rows: [OptionRow<BatchOptions>] = [
        .value(
            "--only", taking: "NAME", expected: "the name of a take", help: "records this take alone (repeat for more)"
        ) {
            options, text in
            options.names.insert(text)
            return !text.isEmpty
        },
        .value(
            "--jobs",
            "-j",
            taking: "N",
            expected: "a number from 1 to 64",
            help: "records so many takes at a time (one for each two processors)"
        ) { options, text in
            guard let jobs = Int(text), (1...64).contains(jobs) else { return false }
            options.jobs = jobs
            return true
        },
        .value(
            "--shard",
            taking: "I/N|auto",
            expected: "I/N, such as 2/4, or auto",
            help: "records part I of N; auto asks Kubernetes, Slurm, GitHub, GitLab or GNU parallel around it"
        ) { options, text in
            if text == "auto" {
                options.shard = .auto
                return true
            }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index)
            else { return false }
            options.shard = .part(index, of: count)
            return true
        },
        .value(
            "--report",
            taking: "FILE",
            expected: "a file name that ends in .json",
            help: "writes the report there, as .xml and .html beside it too (PLAN.report/report.json)"
        ) { options, text in
            options.report = text
            return text.hasSuffix(".json") && text.split(separator: "/").last != ".json"
        },
        .flag("--resume", help: "leaves out what was good and has not changed since") { $0.isResuming = true },
        .flag("--dry-run", help: "prints what would happen") { $0.isDryRun = true },
        .flag("--show", help: "shows the takes' own screens in windows, while a plan is being written") { options in
            if options.visibility == .hidden { options.visibility = .shown }
        },
        .flag("--keep", help: "as --show, and leaves the screen of a failed take open until Ctrl-C") {
            $0.visibility = .keptOnFailure
        },
        .flag("--keep-old", help: "keeps the films that are there: new ones get a number") { $0.replacement = .never },
        .flag("--json", help: "prints what happens on stdout, one JSON object a line") { $0.isJSON = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    /// Reads `batch`'s command line.
    init(_ arguments: [String]) throws(UsageError) {
        let parser = CommandLineParser<BatchOptions>(command: "batch", rows: Self.rows) { options, argument in
            options.arguments.append(argument)
            return !argument.isEmpty
        }
        try parser.parse(arguments, into: &self)
    }
}
