/// The line on a terminal that is drawn over again and again, below everything that was printed.
struct StatusLine {
    /// What becomes of the line when standard error is no terminal.
    enum OnPipe {
        /// It is printed once, as it is.
        case printed
        /// It is left out.
        case left
    }

    private let context: CommandContext
    private var isDrawn = false

    init(context: CommandContext) {
        self.context = context
    }

    /// Draws the line in the place of the one before.
    mutating func draw(_ text: String, onPipe: OnPipe) {
        switch context.errorReader {
        case .terminal(let columns):
            // A line that is longer than the terminal is wide would scroll it each time.
            context.printError("\r\(text.prefix(max(columns - 1, 1)))\u{1b}[K")
            isDrawn = true
        case .pipe:
            if onPipe == .printed { context.note(text) }
        }
    }

    /// Prints a line that stays, above the one that is drawn.
    mutating func print(_ text: String) {
        clear()
        context.note(text)
    }

    /// Takes the line away.
    mutating func clear() {
        if isDrawn { context.printError("\r\u{1b}[K") }
        isDrawn = false
    }
}
