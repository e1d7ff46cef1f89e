import DoubletakeCapture

/// `doubletake devices`: lists what can be recorded.
enum DevicesCommand {
    /// What can be listed.
    enum Category: String, CaseIterable {
        case monitors
        case windows
        case cameras
        case audio
        case apps

        /// The kinds of devices that are listed under it, in this order.
        var kinds: [CaptureDevice.Kind] {
            switch self {
            case .monitors: [.monitor]
            case .windows: [.window]
            case .cameras: [.camera]
            case .audio: [.applicationAudio, .microphone]
            case .apps: []
            }
        }
    }

    private struct Options {
        var categories: [Category] = []
        var isJSON = false
        var isHelpWanted = false
    }

    private static let rows: [OptionRow<Options>] = [
        .flag("--json", help: "prints one JSON object") { $0.isJSON = true },
        .flag("--help", "-h", help: "shows this help") { $0.isHelpWanted = true },
    ]

    /// What `help devices` prints.
    static let help = HelpText.options(
        "doubletake devices [OPTIONS] [\(Category.allCases.map(\.rawValue).joined(separator: "|"))]...",
        """
        Lists what can be recorded, by the names that the options of record take; of cameras also what they can do
        and what can be set, and as apps the applications that play now. The exit status is 69 when nothing of what
        was asked for can be listed.
        """,
        rows
    )

    static func run(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        var options = Options()
        let parser = CommandLineParser<Options>(command: "devices", rows: rows) { options, argument in
            guard let category = Category(rawValue: argument) else { return false }
            options.categories.append(category)
            return true
        }
        try parser.parse(arguments, into: &options)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        let wanted = options.categories.isEmpty ? Category.allCases : options.categories
        var listing = DeviceListing()
        var isAnyListed = false
        var failures: [CaptureError] = []
        for category in Category.allCases where wanted.contains(category) {
            do throws(CaptureError) {
                try listing.add(category, in: context)
                isAnyListed = true
            } catch {
                // Two categories may belong to one server.
                if !failures.contains(error) { context.error(error) }
                failures.append(error)
            }
        }
        guard isAnyListed else { return .unavailable }
        context.out(options.isJSON ? JSONLine.encode(listing) : listing.text)
        return .done
    }
}
