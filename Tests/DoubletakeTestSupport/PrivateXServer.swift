package import DoubletakeMedia
import Foundation
import Glibc

/// An X server of a test's own, on a display that nobody else has, without a monitor; gone when the object is.
///
/// It is Xvfb, or a real Xorg without hardware. It keeps no state between tests, and several may run at the same time.
package final class PrivateXServer: Sendable {
    /// The display's name: `:7`.
    package let display: String
    private let process: ChildProcess
    private let isRunning = ConditionLock(true)

    /// Why there is no server.
    package struct Failure: Error, CustomStringConvertible {
        /// What the server said.
        package let description: String
    }

    /// Starts a server and comes back when it answers.
    ///
    /// - Parameters:
    ///   - size: of its screen.
    ///   - depth: the bits of a pixel: 8, 15, 16, 24 or 30.
    ///   - options: more of Xvfb's options, such as `-extension MIT-SHM`.
    /// - Throws: `Failure` with the server's words, or a `SystemCallError` when it can't be started.
    package convenience init(
        size: PixelSize = PixelSize(width: 640, height: 480),
        depth: Int = 24,
        options: [String] = []
    ) throws {
        try self.init(["Xvfb", "-screen", "0", "\(size)x\(depth)"] + options)
    }

    /// Starts a server, which says which display is its.
    init(_ words: [String]) throws {
        var failure = Failure(description: "\(words[0]) was not started")
        // Two servers that start at the same time may reach for the same number; one of them then gives up.
        for _ in 0..<3 {
            let process = try ChildProcess(
                // The server resets itself when its last client leaves unless it is told not to. The last word counts.
                [words[0], "-displayfd", "1", "-nolisten", "tcp", "-noreset"] + words.dropFirst(),
                ProcessInfo.processInfo.environment
            )
            let clock = MonotonicClock()
            var reader = PipeReader(descriptors: process.outputs)
            if let line = reader.readLine(from: 0, until: clock.now + .seconds(60), on: clock), let number = Int(line) {
                (display, self.process) = (":\(number)", process)
                return
            }
            process.send(SIGKILL)
            _ = reader.readToEnd(until: clock.now + .seconds(10), on: clock)
            _ = process.awaitEnd()
            failure = Failure(description: String(decoding: reader.bytes[1], as: UTF8.self))
        }
        throw failure
    }

    deinit {
        end(by: SIGTERM)
    }

    /// Ends the server as a crash would, and comes back when it is gone.
    package func terminate() {
        end(by: SIGKILL)
    }

    /// The server's process id.
    package var processIdentifier: Int32 {
        process.processIdentifier
    }

    /// Stops the server in its tracks, as a machine that is far too busy does, or lets it go on.
    package func send(_ signal: Int32) {
        isRunning.withLock { if $0 { process.send(signal) } }
    }

    /// Runs a program on this display until its end, which must be a success.
    @discardableResult
    package func run(_ arguments: [String]) throws -> ProcessRun {
        let environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
        return try ProcessRun.succeed(arguments, environment: environment)
    }

    private func end(by signal: Int32) {
        let wasRunning = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard wasRunning else { return }
        process.end(by: signal)
    }
}
