import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeCommand

@Suite("The command batch")
struct BatchCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) async -> CommandRun {
        await CommandRun(["batch"] + arguments)
    }

    @Test("makes an example once, which is a plan that can be carried out")
    func example() async {
        let path = folder.file("plan.yaml")
        let made = await run("init", path)
        #expect(made.status == .done && made.output == "\(path)\n")
        let again = await run("init", path)
        #expect(again.status == .cannotCreate)
        #expect(again.errors.contains("it can't be made: File exists"))
        let dry = await run("--dry-run", path)
        #expect(dry.status == .done && dry.errors == "")
        #expect(dry.output.contains("greeting-Grace -> out/greeting-Grace.mp4"))
    }

    @Test("understands the plan of the documentation")
    func documentation() async {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/examples/demos.yaml").standardized.path
        let dry = await run("--dry-run", path)
        #expect(dry.status == .done && dry.errors == "")
        let names = dry.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != " " } }
        #expect(names == ["terminal", "clock", "calculator", "cameras", "theme-light", "theme-dark"])
    }

    @Test("says what is wrong, with a status that says of what kind it is")
    func errors() async throws {
        let missing = await run(folder.file("none.yaml"))
        #expect(missing.status == .noInput)
        #expect(missing.errors.contains("none.yaml: it can't be read: No such file or directory"))
        let bad = try folder.write(
            Array("version: 1\ntakes: [{name: a, record: {tpyo: 1}}]".utf8), to: "bad.yaml")
        let wrong = await run(bad)
        #expect(wrong.status == .badPlan)
        #expect(wrong.errors.contains("bad.yaml:2:28: record: --tpyo: there is no such option"))
        let own = try folder.write(
            Array("version: 1\ntakes: [{name: a, record: {output: x}}]".utf8), to: "own.yaml")
        let decided = await run(own)
        #expect(decided.status == .badPlan)
        #expect(decided.errors.contains("record: --output: the plan decides this itself"))
        let picked = await run(
            try folder.write(
                Array("version: 1\ntakes: [{name: a, record: {region: pick}}]".utf8), to: "picked.yaml"))
        #expect(picked.errors.contains("record: --region pick: nobody is there to choose what is recorded"))
        let unknown = await run(
            "--only", "b", try folder.write(Array("version: 1\ntakes: [{name: a}]".utf8), to: "a.yaml"))
        #expect(unknown.status == .usage)
        #expect(unknown.errors.contains("--only b: it must be one of: a"))
        let nothing = await run()
        #expect(nothing.status == .usage && nothing.errors.contains("PLAN: batch needs one"))
    }

    @Test("writes one report of takes that end at the same moment")
    func manyEnds() async throws {
        let names = (1...100).map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            version: 1
            takes: [{name: a, matrix: {n: [\(names)]}, display: current, run: ["./absent"]}]
            """
        let path = try folder.write(Array(text.utf8), to: "many.yaml")
        let many = await run("--jobs", "8", path)
        #expect(many.status == .no, "\(many.errors.suffix(300))")
        let report = String(decoding: try folder.bytes("many.report/report.json"), as: UTF8.self)
        #expect(report.ranges(of: "\"it can't be started: No such file or directory\"").count == 100)
    }

    @Test(
        "takes its part of the plan from the engine around it",
        arguments: [
            (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "4"], "1/4"),
            (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0"], "4/4"),
            (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"], "1/4"),
            (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], "2/3"),
            (["STRATEGY_JOB_INDEX": "2", "STRATEGY_JOB_TOTAL": "3"], "3/3"),
            (["PARALLEL_SEQ": "5", "PARALLEL_JOBS_TOTAL": "5"], "5/5"),
            (["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], "none"), ([:], "none"),
        ] as [([String: String], String)]
    )
    func shards(environment: [String: String], part: String) {
        let shard = BatchShard.find(in: environment)
        #expect((shard.map { "\($0.index)/\($0.count)" } ?? "none") == part)
    }
}
