import DoubletakeBatch
import DoubletakeMedia

/// `doubletake batch merge-report`: one report of those of several parts of a plan.
enum BatchMerge {
    static func run(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        guard let out = arguments.last, arguments.count > 1 else {
            throw .missingArgument(arguments.isEmpty ? "REPORT" : "OUT", command: "batch")
        }
        guard out.hasSuffix(".json") else {
            throw .badValue(option: "OUT", value: out, expected: "a file name that ends in .json")
        }
        var reports: [BatchReport] = []
        for file in arguments.dropLast() {
            do throws(SystemCallError) {
                guard let report = BatchReport(json: try FileBytes.read(file)) else {
                    context.error(
                        BatchFault(file, reason: "it is no report", help: "Name a report.json that batch has written."))
                    return .noInput
                }
                reports.append(report)
            } catch {
                context.error(BatchFault(missing: file, reason: error.reason))
                return .noInput
            }
        }
        do throws(BatchFault) {
            let report = try Batch.merge(reports, to: out)
            context.out(out)
            return report.isGood ? .done : .no
        } catch {
            context.error(error)
            return .cannotCreate
        }
    }
}
