import Doubletake
import DoubletakeMedia
import Glibc

/// What is done with a film that is complete: a command of the person's own, and showing it.
///
/// What becomes of that is told, and is never the recorder's own status.
struct FinishedFilm {
    private let films: [String]
    private let options: RecordOptions
    private let context: CommandContext

    /// - Parameter films: the film's parts, the first one first.
    init(_ films: [String], _ options: RecordOptions, _ context: CommandContext) {
        (self.films, self.options, self.context) = (films, options, context)
    }

    /// Does what was asked for; comes back when the command has ended.
    func use() async {
        context.remember(films)
        if let command = options.afterCommand { await runAfter(command) }
        if options.film == .shown { await show() }
    }

    private func runAfter(_ command: String) async {
        // `$0` is what a shell calls itself in its messages.
        let shell = ShellCommand(
            words: ["/bin/sh", "-c", command, "doubletake"] + films,
            environment: context.environment
        )
        do throws(SystemCallError) {
            let status = try await shell.run()
            if options.isJSON { context.out(JSONEvent(after: command, status: status).line) }
            if status != 0 { note(command, "it ended with status \(status)", "Run it by itself to see what it says.") }
        } catch {
            note(command, "\(error.call): \(error.reason)", "Look whether there is a shell, /bin/sh.")
        }
    }

    /// Shows the film with the program that the desktop has for it.
    func show() async {
        do throws(SystemCallError) {
            try await ShellCommand(words: ["xdg-open", films[0]], environment: context.environment).detach()
        } catch {
            note("--open", "xdg-open: \(error.reason)", "Install xdg-utils, or open \(films[0]) by hand.")
        }
    }

    private func note(_ subject: String, _ reason: String, _ help: String) {
        if options.isQuiet { return }
        context.note("doubletake: warning: \(subject): \(reason)")
        context.note("  help: \(help)")
    }
}
