import DoubletakeTestSupport
import Foundation
import Glibc
import Testing

/// The built program while it records, with `--json`, so that a test knows how far it is.
final class RunningTool {
    private let program: ChildProcess
    private var unread = Data()

    init(_ arguments: [String], environment: [String: String] = Tool.environment()) throws {
        program = try ChildProcess([Tool.path] + arguments + ["--json"], environment)
    }

    /// Starts it with a terminal at its standard input.
    init(_ arguments: [String], at terminal: PseudoTerminal) throws {
        let words = ["bash", "-c", "exec \"$0\" \"$@\" <\(terminal.path)", Tool.path] + arguments + ["--json"]
        program = try ChildProcess(words, Tool.environment())
    }

    /// Waits for the next event of a kind; reads and drops those before it.
    func awaitEvent(_ kind: String) throws -> [String: Any] {
        while true {
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[unread.startIndex..<end])
                unread = Data(unread[unread.index(after: end)...])
                let event = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
                if event["event"] as? String == kind { return event }
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 12)
            // SAFETY: the array is passed with its own count.
            let count = unsafe read(program.outputs[0], &buffer, buffer.count)
            try #require(count > 0, "the program ended without the event \(kind)")
            unread += buffer.prefix(count)
        }
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        program.send(signal)
    }

    /// Waits until it has ended.
    ///
    /// - Returns: its exit status; 128 and the signal's number when a signal ended it.
    func awaitEnd() -> Int32 {
        program.awaitEnd()
    }
}
