/// What a command that works on files was told: its own options, and the files.
protocol FileOptions: SendableMetatype {
    /// Nothing yet.
    init()

    /// The files, in the order of the usage.
    var files: [String] { get set }
    /// Whether only the help is wanted.
    var isHelpWanted: Bool { get set }
    /// Whether standard error has nothing but errors.
    var isQuiet: Bool { get set }
}

extension OptionRow where Settings: FileOptions {
    /// The option of every command that is for scripts.
    static var quiet: OptionRow {
        .flag("--quiet", "-q", help: "prints errors and results alone") { $0.isQuiet = true }
    }

    /// The option that every command has.
    static var help: OptionRow {
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true }
    }
}

extension FileOptions {
    /// Reads the command line of a command that takes a file for each of `names`, no more and no fewer.
    ///
    /// - Parameters:
    ///   - names: what the files are called in the usage: `FILE`, `OUT`.
    ///   - help: what is printed when it is asked for.
    /// - Returns: nil when that was all.
    static func read(
        _ arguments: [String],
        of command: String,
        taking names: [String],
        _ rows: [OptionRow<Self>],
        help: String,
        in context: CommandContext
    ) throws(UsageError) -> Self? {
        var options = Self()
        let parser = CommandLineParser<Self>(command: command, rows: rows) { options, argument in
            guard options.files.count < names.count, !argument.isEmpty else { return false }
            options.files.append(argument)
            return true
        }
        try parser.parse(arguments, into: &options)
        if options.isHelpWanted {
            context.out(help)
            return nil
        }
        if let missing = names.dropFirst(options.files.count).first {
            throw .missingArgument(missing, command: command)
        }
        return options
    }
}
