package import Doubletake
import DoubletakeMedia

/// Records the takes of a plan, several at a time, and reports what came of them.
package final class Batch: Sendable {
    /// What all processes of a take have in their environment: its recorder knows by that whose it is.
    package static let takeVariable = LeftoverProcesses.variable

    /// What is told while it runs.
    package enum Event: Sendable {
        case began(take: String, number: Int, count: Int)
        /// The presenter may press the key.
        case cue(take: String, text: String?)
        /// A failed take's screen stays until the batch is ended.
        case kept(take: String, display: String)
        case ended(TakeResult, number: Int, count: Int)
    }

    /// How a plan is carried out.
    package struct Settings: Sendable {
        /// How many takes run at a time.
        package var jobs = 1
        /// Whether a film of before may be replaced once the new one is good.
        package var replacement = FilmReplacement.whenComplete
        /// Whether takes that were good and have not changed are left out.
        package var isResuming = false
        /// The only names that are recorded; empty for all.
        package var names: Set<String> = []
        /// Which part of the takes is recorded, from 1, of how many.
        package var shard: (index: Int, count: Int) = (1, 1)
        /// Whether the takes' own screens are shown.
        package var visibility = DisplayVisibility.hidden
        /// Where the report is written; the other files of the report lie beside it.
        package var reportPath: String

        /// The settings that a newcomer wants.
        package init(reportPath: String) {
            self.reportPath = reportPath
        }
    }

    private let plan: Plan
    private let settings: Settings
    private let tools: BatchTools
    private let folders: BatchFolders
    private let interruption = ConditionLock(false)

    /// Prepares a batch; nothing is begun.
    package init(_ plan: Plan, _ settings: Settings, _ tools: BatchTools) {
        self.plan = plan
        self.settings = settings
        self.tools = tools
        let report = BatchFiles.folder(of: settings.reportPath)
        folders = BatchFolders(
            plan: BatchFiles.absolute(BatchFiles.folder(of: plan.file)),
            report: BatchFiles.absolute(report),
            environment: tools.environment
        )
    }

    /// Ends it soon: takes that run are given up, and no other begins.
    ///
    /// Any thread may call it.
    package func interrupt() {
        interruption.withLock { $0 = true }
    }

    /// The takes that are to be recorded, in the plan's order.
    package var takes: [PlannedTake] {
        let named = settings.names.isEmpty ? plan.takes : plan.takes.filter { settings.names.contains($0.name) }
        guard settings.shard.count > 1 else { return named }
        return named.enumerated().filter { $0.offset % settings.shard.count == settings.shard.index - 1 }.map(\.element)
    }

    /// Runs it to its end.
    ///
    /// - Parameter tell: takes what happens, on any thread.
    /// - Returns: what came of the takes, which the report has too.
    /// - Throws: when there can't be a report.
    package func run(_ tell: @escaping @Sendable (Event) -> Void) async throws(BatchFault) -> BatchReport {
        do throws(TakeError) {
            return try await record(tell)
        } catch {
            throw BatchFault(error)
        }
    }

    private func record(_ tell: @escaping @Sendable (Event) -> Void) async throws(TakeError) -> BatchReport {
        try BatchFiles.makeFolder(folders.report)
        // What a batch left that was killed.
        LeftoverProcesses(mark: folders.mark).end(tools.clock)
        folders.removeLeftSocketFolders()
        let takes = takes
        let known = earlierResults()
        let results = ConditionLock<[String: TakeResult]>([:])
        let waiting = ConditionLock(takes.enumerated().filter { unchanged($0.element, known) == nil }.map { $0 })
        for take in takes {
            if let result = unchanged(take, known) { results.withLock { $0[take.name] = result } }
        }
        let writing = ConditionLock<TakeError?>(nil)
        await withTaskGroup { group in
            for _ in 0..<max(1, settings.jobs) {
                group.addTask { [self] in
                    while let (index, take) = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                        guard !interruption.read({ $0 }) else { return }
                        tell(.began(take: take.name, number: index + 1, count: takes.count))
                        let result = await runner(take, tell).run()
                        results.withLock { $0[take.name] = result }
                        tell(.ended(result, number: index + 1, count: takes.count))
                        // After each take: who kills the batch loses nothing that was good. One after the other, since they
                        // write the same file.
                        writing.withLock { failure in
                            do throws(TakeError) {
                                let report = results.read { self.report(takes, $0) }
                                try BatchFiles.write(report.json, to: settings.reportPath)
                            } catch {
                                failure = failure ?? error
                            }
                        }
                    }
                }
            }
        }
        if let error = writing.read({ $0 }) { throw error }
        let report = results.read { self.report(takes, $0) }
        try write(report)
        return report
    }

    private func runner(_ take: PlannedTake, _ tell: @escaping @Sendable (Event) -> Void) -> TakeRunner {
        let name = take.name
        return TakeRunner(
            take: take,
            tools: tools,
            picture: take.picture,
            folders: folders,
            settings: settings,
            tell: { notice in
                switch notice {
                case .cue(let text): tell(.cue(take: name, text: text))
                case .kept(let display): tell(.kept(take: name, display: display))
                }
            },
            interruption: interruption
        )
    }

    private func report(_ takes: [PlannedTake], _ results: [String: TakeResult]) -> BatchReport {
        BatchReport(plan: plan.file, takes: takes.compactMap { results[$0.name] })
    }

    /// Writes the report in all its forms.
    private func write(_ report: BatchReport) throws(TakeError) {
        try Self.write(report, to: settings.reportPath, planFolder: folders.plan)
    }

    static func write(_ report: BatchReport, to path: String, planFolder: String) throws(TakeError) {
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        let stem = path[dot...].contains("/") ? path : String(path[..<dot])
        try BatchFiles.write(report.json, to: path)
        try BatchFiles.write(report.junit, to: "\(stem).xml")
        let page = ReportPage(report: report, folder: BatchFiles.folder(of: path), films: planFolder)
        try BatchFiles.write(page.html, to: "\(stem).html")
    }

    /// Puts reports of parts of a plan together, and writes the whole in all its forms.
    package static func merge(
        _ reports: [BatchReport],
        to path: String
    ) throws(BatchFault) -> BatchReport {
        let report = BatchReport.merging(reports)
        do throws(TakeError) {
            try BatchFiles.makeFolder(BatchFiles.folder(of: path))
            try write(report, to: path, planFolder: BatchFiles.absolute(BatchFiles.folder(of: report.plan)))
        } catch {
            throw BatchFault(error)
        }
        return report
    }

    private func earlierResults() -> [String: TakeResult] {
        guard settings.isResuming, let bytes = BatchFiles.read(settings.reportPath),
            let report = BatchReport(json: bytes)
        else { return [:] }
        return Dictionary(report.takes.map { ($0.name, $0) }) { $1 }
    }

    /// The earlier result of a take that needs no film; nil for one that does.
    private func unchanged(_ take: PlannedTake, _ known: [String: TakeResult]) -> TakeResult? {
        guard let result = known[take.name], result.isGood, let film = result.film,
            result.fingerprint == folders.fingerprint(of: take, tools),
            BatchFiles.isReadable(BatchFiles.path(film, in: folders.plan))
        else { return nil }
        return result.unchanged
    }
}
