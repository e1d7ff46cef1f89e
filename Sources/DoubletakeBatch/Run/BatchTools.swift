package import Doubletake
package import DoubletakeMedia

/// What a batch needs of the tool that it is a part of.
package struct BatchTools: Sendable {
    /// The program that records, and its first arguments: those of `record` follow.
    package let recorder: [String]
    /// The environment's variables.
    package let environment: [String: String]
    /// The recordings' clock.
    package let clock: any MediaClock

    /// Creates the tools.
    package init(
        recorder: [String],
        environment: [String: String],
        clock: any MediaClock
    ) {
        (self.recorder, self.environment, self.clock) = (recorder, environment, clock)
    }
}

/// What a batch wants to know of a take's options of `record`.
package struct RecordedTake: Sendable {
    /// What the film shows.
    package let picture: PictureSelection

    /// Creates the answer.
    package init(picture: PictureSelection) {
        self.picture = picture
    }
}

/// An error that somebody else explains.
package struct BatchFault: ExplainedError, Hashable {
    package let subject: String
    package let reason: String
    package let help: String

    /// Whether a file isn't there.
    package let isMissingFile: Bool

    /// Creates an error.
    package init(_ subject: String, reason: String, help: String) {
        (self.subject, self.reason, self.help, isMissingFile) = (subject, reason, help, false)
    }

    /// A file that can't be read.
    package init(missing file: String, reason: String) {
        (subject, self.reason, isMissingFile) = (file, "it can't be read: \(reason)", true)
        help = "Correct the name, or make an example with `doubletake batch init`."
    }

    /// Takes over an error.
    package init(_ error: some ExplainedError) {
        (subject, reason, help, isMissingFile) = (error.subject, error.reason, error.help, false)
    }
}
