/// One option of a command: the help, and later the man page and the completions, come from the same table that the
/// command line is read by.
struct OptionRow<Settings>: Sendable {
    /// How an option is used.
    enum Use: Sendable {
        /// It stands alone.
        case flag(@Sendable (inout Settings) -> Void)
        /// A value follows it; `expected` completes "it must be ...".
        case value(
            placeholder: String,
            expected: String,
            @Sendable (inout Settings, _ text: String) -> Bool
        )
    }

    /// The long name with its dashes.
    let name: String
    /// The short form with its dash.
    let short: String?
    /// How it is used.
    let use: Use
    /// One line for people, with the default.
    let help: String

    /// An option that stands alone.
    static func flag(
        _ name: String,
        _ short: String? = nil,
        help: String,
        apply: @escaping @Sendable (inout Settings) -> Void
    ) -> OptionRow {
        OptionRow(name: name, short: short, use: .flag(apply), help: help)
    }

    /// An option that a value follows; `apply` says whether it could read the value.
    static func value(
        _ name: String,
        _ short: String? = nil,
        taking placeholder: String,
        expected: String,
        help: String,
        apply: @escaping @Sendable (inout Settings, _ text: String) -> Bool
    ) -> OptionRow {
        let use = Use.value(placeholder: placeholder, expected: expected, apply)
        return OptionRow(name: name, short: short, use: use, help: help)
    }

    /// `-t, --duration T`.
    var usage: String {
        let names = (short.map { "\($0), " } ?? "    ") + name
        if case .value(let placeholder, _, _) = use { return "\(names) \(placeholder)" }
        return names
    }
}
