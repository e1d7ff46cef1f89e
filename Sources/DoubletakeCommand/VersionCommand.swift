/// `doubletake version`.
enum VersionCommand {
    private struct Options {
        var isJSON = false
        var isHelpWanted = false
    }

    private static let rows: [OptionRow<Options>] = [
        .flag("--json", help: "prints one JSON object") { $0.isJSON = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    /// What `help version` prints.
    static let help = HelpText.options("doubletake version [OPTIONS]", "Prints the version.", rows)

    static func run(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        var options = Options()
        let parser = CommandLineParser<Options>(command: "version", rows: rows) { _, _ in false }
        try parser.parse(arguments, into: &options)
        if options.isHelpWanted {
            context.out(help)
        } else if options.isJSON {
            context.out("{\"name\":\"doubletake\",\"version\":\"\(Command.version)\"}")
        } else {
            context.out("doubletake \(Command.version)")
        }
        return .done
    }
}
