/// What came of a take.
package struct TakeResult: Codable, Sendable {
    /// Whether its film is good.
    package enum Status: String, Codable, Sendable {
        case ok
        case failed
        /// It was good before, and nothing has changed since.
        case unchanged
        /// The batch was ended before its turn came, or in the middle of it.
        case interrupted
    }

    /// Why it isn't good.
    package struct Fault: Codable, Sendable {
        package let subject: String
        package let reason: String
        package let help: String
    }

    package let name: String
    /// Its place in the plan, from 1.
    package let number: Int
    package private(set) var status: Status
    /// How often it was tried.
    package let attempts: Int
    /// The film, relative to the plan's folder; nil when there is none.
    package let film: String?
    /// How long the film is, in seconds.
    package let duration: Double?
    /// How long all of it took, in seconds.
    package let elapsed: Double
    package let fault: Fault?
    /// Its values of the matrix.
    package let values: [String: String]
    /// What was done.
    let steps: [StepLog.Entry]
    /// What else was made of the film, relative to the plan's folder.
    package let exports: [String]
    /// The log, relative to the report's folder.
    package let log: String
    /// Pictures of the film, relative to the report's folder.
    let thumbnails: [String]
    /// Changes with the plan and the program.
    let fingerprint: String

    /// The same result of a take that was not recorded once more.
    var unchanged: TakeResult {
        var result = self
        result.status = .unchanged
        return result
    }

    /// Whether the take has a good film.
    package var isGood: Bool { status == .ok || status == .unchanged }
}
