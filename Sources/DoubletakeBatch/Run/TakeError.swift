import DoubletakeMedia

/// Why a take is not good.
struct TakeError: ExplainedError, Hashable {
    let subject: String
    let reason: String
    let help: String

    init(_ subject: String, _ reason: String, help: String) {
        (self.subject, self.reason, self.help) = (subject, reason, help)
    }

    init(_ error: some ExplainedError) {
        self.init(error.subject, error.reason, help: error.help)
    }

    init(_ error: SystemCallError) {
        self.init(error.subject, "\(error.call): \(error.reason)", help: "Close other programs, and try again.")
    }

    /// The person, or the time-out of the whole batch, has ended it.
    static let interrupted = TakeError("the batch", "it was interrupted", help: "Go on with --resume.")

    /// The presenter has thrown the film away, to play the take once more.
    static let retake = TakeError("the take", "it was thrown away", help: "Play it once more.")

    /// Runs what fails in another way.
    static func wrap<Result, Failure: ExplainedError>(_ body: () throws(Failure) -> Result) throws(TakeError) -> Result
    {
        do throws(Failure) {
            return try body()
        } catch {
            throw TakeError(error)
        }
    }

    /// As above, for a call of the system.
    static func wrapCall<Result>(_ body: () throws(SystemCallError) -> Result) throws(TakeError) -> Result {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw TakeError(error)
        }
    }
}
