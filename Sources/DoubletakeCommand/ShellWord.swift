/// A text as a word of a shell's command line, for people to copy.
enum ShellWord {
    /// The text itself where every shell takes it as it is, else in quotes.
    static func quoted(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[A-Za-z0-9_.,:+@%\/][A-Za-z0-9_.,:+@%\/=-]*/) != nil
        return isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
