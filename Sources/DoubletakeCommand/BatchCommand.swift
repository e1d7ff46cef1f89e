import Doubletake
import DoubletakeBatch
import DoubletakeMedia
import Glibc

/// `doubletake batch`: records the takes of a plan.
enum BatchCommand {
    /// What `help batch` prints.
    static let help = HelpText.options(
        "doubletake batch [OPTIONS] PLAN",
        """
        Records the takes of a plan, a file in YAML or JSON: each starts its program, on a screen and with a sound server
        of its own, waits until it is ready, plays its steps, is recorded, checked and named. A film of before is
        replaced once the new one is good. The exit status is 1 when a take isn't good.

        doubletake batch init [PLAN]                   writes an example (plan.yaml)
        doubletake batch schema                        prints the JSON Schema of plans, for editors
        doubletake batch merge-report REPORT... OUT    makes one report of those of several parts
        """,
        BatchOptions.rows
    )

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        let options = try BatchOptions(arguments)
        if options.isHelpWanted {
            context.out(help)
            return .done
        }
        let rest = Array(options.arguments.dropFirst())
        switch options.arguments.first {
        case nil: throw .missingArgument("PLAN", command: "batch")
        case "init": return try BatchExample.write(rest, in: context)
        case "schema":
            if let stray = rest.first { throw .strayArgument(stray, command: "batch") }
            context.printOut(Plan.schema)
            return .done
        case "merge-report": return try BatchMerge.run(rest, in: context)
        case let plan?:
            if let stray = rest.first { throw .strayArgument(stray, command: "batch") }
            return try await run(plan, options, in: context)
        }
    }

    private static func run(
        _ file: String,
        _ options: BatchOptions,
        in context: CommandContext
    ) async throws(UsageError) -> ExitStatus {
        let settings = try settings(for: file, options, in: context)
        let plan: Plan
        do throws(BatchFault) {
            plan = try Self.plan(file)
        } catch {
            context.error(error)
            return error.isMissingFile ? .noInput : .badPlan
        }
        if let name = options.names.sorted().first(where: { name in !plan.takes.contains { $0.name == name } }) {
            throw .badValue(
                option: "--only", value: name, expected: "one of: \(plan.takes.map(\.name).joined(separator: ", "))")
        }
        let batch = Batch(plan, settings, tools(context))
        if options.isDryRun {
            context.out(batch.takes.map(\.summary).joined(separator: "\n"))
            return .done
        }
        return await run(batch, options, settings, in: context)
    }

    private static func run(
        _ batch: Batch,
        _ options: BatchOptions,
        _ settings: Batch.Settings,
        in context: CommandContext
    ) async -> ExitStatus {
        let interruption = Task { [interruptions = context.interruptions] in
            for await _ in interruptions { batch.interrupt() }
        }
        defer { interruption.cancel() }
        let progress = BatchProgress(
            format: options.isJSON ? .json : .text, count: batch.takes.count, jobs: settings.jobs, context: context)
        do throws(BatchFault) {
            let report = try await batch.run { progress.take($0) }
            progress.end(report, path: settings.reportPath)
            return report.isGood ? .done : .no
        } catch {
            context.error(error)
            return .cannotCreate
        }
    }

    private static func settings(
        for file: String,
        _ options: BatchOptions,
        in context: CommandContext
    ) throws(UsageError) -> Batch.Settings {
        let dot = file.lastIndex(of: ".") ?? file.endIndex
        let stem = file[dot...].contains("/") ? file : String(file[..<dot])
        var settings = Batch.Settings(reportPath: options.report ?? "\(stem).report/report.json")
        settings.names = options.names
        settings.isResuming = options.isResuming
        settings.replacement = options.replacement
        settings.visibility = options.visibility
        settings.jobs = options.jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) / 2)
        switch options.shard {
        case nil: break
        case .part(let index, let count): settings.shard = (index, count)
        case .auto:
            guard let shard = BatchShard.find(in: context.environment) else {
                throw .badValue(option: "--shard", value: "auto", expected: BatchShard.expectation)
            }
            settings.shard = shard
            // Each part has a report of its own.
            if options.report == nil { settings.reportPath = "\(stem).report-\(shard.index)/report.json" }
        }
        return settings
    }

    private static func plan(_ file: String) throws(BatchFault) -> Plan {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try FileBytes.read(file)
        } catch {
            throw BatchFault(missing: file, reason: error.reason)
        }
        do throws(PlanError) {
            return try Plan(bytes, file: file) { understand($0) }
        } catch {
            throw BatchFault(error)
        }
    }

    private static func tools(_ context: CommandContext) -> BatchTools {
        BatchTools(
            recorder: ["/proc/self/exe", "record"],
            environment: context.environment,
            clock: MonotonicClock()
        )
    }

    /// What a take's options of `record` mean; those that say how it starts and where it goes are the plan's own.
    private static func understand(_ arguments: [String]) -> Result<RecordedTake, BatchFault> {
        let own = [
            "--takes", "--replay", "--quiet",
            "--start", "--no-key", "--output", "--json", "--instance", "--detach", "--overwrite", "--after", "--open",
        ]
        for argument in arguments {
            let name = String(argument.prefix { $0 != "=" })
            if own.contains(name) {
                return .failure(BatchFault(name, reason: "the plan decides this itself", help: "Leave it out."))
            }
        }
        do throws(UsageError) {
            let options = try RecordOptions(arguments)
            if let request = options.requestedPicture {
                return .failure(
                    BatchFault(
                        request.option,
                        reason: "nobody is there to choose what is recorded",
                        help: "Name the region or the window."
                    )
                )
            }
            return .success(RecordedTake(picture: options.configuration.mainPicture))
        } catch {
            return .failure(BatchFault(error))
        }
    }
}
