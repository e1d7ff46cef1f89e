/// `doubletake preview`: the cameras in a window that stays, and a film of it each time that somebody wants one.
enum PreviewCommand {
    /// What `help preview` prints.
    static let help = HelpText.options(
        "doubletake preview [OPTIONS] [FILE]",
        """
        Shows the cameras in a window with controls, and waits. A tap on the picture, the record button or the key starts a
        film of what the window shows; two taps, the stop button or the key stop it. Each film has a name of its own. The
        window stays until it is closed, or for --takes films; closed while it is recorded, the film is saved.
        """,
        RecordOptions.rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        // What is said of this is overridden by what the person says.
        var options = try RecordOptions(["--preview", "--takes", "forever"] + arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        RecordCommand.addRefuges(to: &options, context)
        options.start = options.start ?? .key
        return try await RecordCommand.record(options, in: context)
    }
}
