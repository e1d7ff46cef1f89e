/// Reads a command's options and arguments by its table.
///
/// `--name VALUE`, `--name=VALUE`, `-n VALUE` and `-nVALUE` are understood; `--` ends the options; an option may follow
/// the arguments. What isn't understood is an error, never ignored.
struct CommandLineParser<Settings> {
    let command: String
    let rows: [OptionRow<Settings>]
    /// Takes an argument that is no option; false when there is one too many.
    let takeArgument: (inout Settings, String) -> Bool

    func parse(_ arguments: [String], into settings: inout Settings) throws(UsageError) {
        var rest = arguments[...]
        var isOptionPossible = true
        while let argument = rest.popFirst() {
            if isOptionPossible, argument == "--" {
                isOptionPossible = false
            } else if isOptionPossible, argument.hasPrefix("-"), argument != "-" {
                try takeOption(argument, &rest, &settings)
            } else if !takeArgument(&settings, argument) {
                throw .strayArgument(argument, command: command)
            }
        }
    }

    private func takeOption(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        _ settings: inout Settings
    ) throws(UsageError) {
        let (name, attached) = split(argument)
        guard let row = rows.first(where: { $0.name == name || $0.short == name }) else {
            throw .unknownOption(name, command: command)
        }
        switch row.use {
        case .flag(let apply):
            guard attached == nil else { throw .unwantedValue(option: name) }
            apply(&settings)
        case .value(let placeholder, let expected, let apply):
            guard let value = attached ?? rest.popFirst() else {
                throw .missingValue(option: name, placeholder: placeholder)
            }
            guard apply(&settings, value) else { throw .badValue(option: name, value: value, expected: expected) }
        }
    }

    private func split(_ argument: String) -> (name: String, value: String?) {
        if argument.hasPrefix("--") {
            guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
            return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
        let name = String(argument.prefix(2))
        return (name, argument.count > 2 ? String(argument.dropFirst(2)) : nil)
    }
}
