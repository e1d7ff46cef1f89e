import DoubletakeControl

extension RecordOptions {
    /// How other programs reach the recorder.
    static let remoteRows: [OptionRow<RecordOptions>] = [
        .value(
            "--instance",
            taking: "NAME",
            expected: instanceExpectation,
            help: "the name by which stop, pause and so on reach it (the number of its process)"
        ) { options, text in
            options.instance = text
            return ControlFolder.isInstanceName(text)
        },
        .flag("--detach", help: "goes on in the background, and comes back when recording has begun") {
            $0.place = .background
        },
    ]

    /// What a name of an instance must be.
    static let instanceExpectation = "up to 40 letters, digits, dots, dashes and underscores"

    /// Where the recorder runs.
    enum Place {
        /// Where it was started.
        case foreground
        /// On its own.
        case background
    }
}
