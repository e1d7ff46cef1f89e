import DoubletakeMedia
import Glibc

/// What all parts of a running take share: its clock, its log, its environment, and whether it is to go on.
struct TakeSurroundings: Sendable {
    let clock: any MediaClock
    let log: TakeLog
    /// The environment of the batch.
    let variables: [String: String]
    /// That of the take's programs.
    let environment: [String: String]
    /// What the plan names is relative to it.
    let planFolder: String
    /// True once the batch is to end.
    let interruption: ConditionLock<Bool>

    /// Waits; throws when the batch is to end meanwhile.
    func sleep(until time: MediaTime) throws(TakeError) {
        let isInterrupted = interruption.wait(until: time, on: clock) { $0 ? true : nil }
        if isInterrupted == true { throw .interrupted }
    }

    /// Waits for a program's end; nil when it hasn't ended by then, and throws when the batch is to end.
    func awaitEnd(of program: RunningProgram, until deadline: MediaTime) throws(TakeError) -> Int32? {
        while clock.now < deadline {
            if let status = program.awaitEnd(until: min(deadline, clock.now + .milliseconds(100))) { return status }
            if interruption.read({ $0 }) { throw .interrupted }
        }
        return program.status
    }

    /// Where a file is that a take makes.
    func outputPath(_ file: String) -> String {
        BatchFiles.path(file, in: planFolder)
    }

    func timedOut(_ take: PlannedTake) -> TakeError {
        TakeError(
            take.name, "it took longer than \(take.timeout.inSeconds)s",
            help: "Allow more time with timeout:, or look into its log."
        )
    }
}
