import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// A plan in a folder of its own, and the batches that are run of it.
struct BatchPlan {
    private let tool: String
    private let folder: TemporaryFolder

    init(tool: String, _ text: String) throws {
        self.tool = tool
        folder = try TemporaryFolder()
        _ = try folder.write(Array(text.utf8), to: "plan.yaml")
    }

    /// What the report says of one take.
    struct Take: Decodable {
        struct Step: Decodable {
            let step: String
            let time: Double?
        }

        struct Fault: Decodable {
            let subject: String
            let reason: String
        }

        let name: String
        let status: String
        let attempts: Int
        let film: String?
        let duration: Double?
        let fault: Fault?
        let steps: [Step]
    }

    private struct Report: Decodable {
        let takes: [Take]
    }

    /// A machine without a screen and without sound.
    static var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "PULSE_SERVER", "XDG_RUNTIME_DIR"] { environment[name] = nil }
        environment["XDG_STATE_HOME"] = "/nonexistent"
        return environment
    }

    func path(_ name: String) -> String {
        folder.file(name)
    }

    /// Runs a batch of it to its end.
    func run(
        _ options: [String] = [],
        environment: [String: String] = environment,
        timeOut: Double = 600
    ) throws -> ProcessRun {
        let words = [tool, "batch", path("plan.yaml")] + options
        return try ProcessRun.run(words, environment: environment, timeOut: timeOut)
    }

    /// Starts a batch of it.
    func start(_ options: [String] = [], environment: [String: String] = environment) throws -> ChildProcess {
        try ChildProcess([tool, "batch", path("plan.yaml")] + options, environment)
    }

    /// What a batch's report says.
    func takes(_ report: String = "plan.report/report.json") throws -> [Take] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(folder.bytes(report))).takes
    }

    /// What a file of the plan's folder says; nil when there is none.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The files below the folder that have some bytes in them.
    func files(with text: String) throws -> [String] {
        let wanted = Data(text.utf8)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            FileManager.default.contents(atPath: path(name))?.range(of: wanted) != nil
        }
    }

    /// The processes that batches of it have left.
    func leftovers() throws -> Int {
        let mark = Data("DOUBLETAKE_TAKE=\(folder.path)/".utf8)
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        return numbers.filter { number in
            FileManager.default.contents(atPath: "/proc/\(number)/environ")?.range(of: mark) != nil
        }.count
    }

    /// What batches leave beside processes: their folders for sockets, and System V's shared memory.
    static func traces() throws -> Int {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter {
            $0.hasPrefix("doubletake-batch-")
        }
        let segments = FileManager.default.contents(atPath: "/proc/sysvipc/shm") ?? Data()
        return folders.count + segments.split(separator: UInt8(ascii: "\n")).count - 1
    }
}
