import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// What showing or recording two cameras costs beside what must be: making their pictures, and the encoder.
///
/// The threads have names, so that one recording has all the figures: the same pictures, in the same second.
package struct CameraCostScenario: Scenario {
    /// What is done with the cameras' pictures.
    package enum Use: Sendable {
        /// They are one above the other in a film, in their own size, without a display.
        case recorded
        /// They are one above the other in the preview's window, in half their size.
        case previewed
    }

    /// The synthetic cameras: one whose pictures change everywhere, and one of which a part changes.
    private static let cameras = ["test:ball", "test:counter"]
    /// The largest part of the time that the encoder alone takes.
    private static let largestRatio = 1.15
    /// The largest part of a processor.
    private static let largestShare = 0.10
    /// Programs start, and encoders fill their queues.
    private static let settling = Duration.seconds(3)

    private let use: Use
    private let length: Duration

    /// Describes the measurement.
    ///
    /// - Parameter length: how long it takes.
    package init(_ use: Use, length: Duration = .seconds(20)) {
        (self.use, self.length) = (use, length)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 1280, height: 1024))
        let cameras = Self.cameras.flatMap { ["--camera", $0] }
        var report = ScenarioReport()
        switch use {
        case .recorded:
            let path = desktop.file("cameras.mp4")
            let words = [tool, "record", "--cameras-only", "--no-sound", "--start", "now", "--no-key", path]
            let environment = desktop.environment.filter { $0.key != "DISPLAY" }
            let recorder = try RunningRecorder(words + cameras, environment: environment)
            let used = try measure(recorder)
            let stream = try MediaProbe(path).videoStreams.first
            let rate = Double(stream?.frameCount ?? 0) / (stream?.duration?.inSeconds ?? .infinity)
            report.add("pictures a second", rate, atLeast: 27)
            report.add(note: "encoder", used.encoder, unit: " s/s")
            report.add(note: "cameras", used.cameras, unit: " s/s")
            report.add(note: "the rest", used.rest, unit: " s/s")
            let ratio = (used.encoder + used.rest) / used.encoder
            report.add("to the encoder alone", ratio, atMost: Self.largestRatio)
        case .previewed:
            let words = [tool, "preview", "--no-sound", "--no-key", "--size", "640x720"]
            let preview = try RunningRecorder(words + cameras, environment: desktop.environment)
            let server = ProcessorTime(processIdentifiers: [desktop.screen.processIdentifier])
            let used = try measure(preview, server: server)
            report.add("the preview", used.rest, unit: " s/s", atMost: Self.largestShare)
            report.add(note: "cameras", used.cameras, unit: " s/s")
            report.add(note: "X server", used.server, unit: " s/s")
        }
        return report
    }

    /// Seconds of the processors, for a second.
    private struct Used {
        var cameras = 0.0
        var encoder = 0.0
        var rest = 0.0
        var server = 0.0
    }

    private func measure(_ program: RunningRecorder, server: ProcessorTime? = nil) throws -> Used {
        let clock = MonotonicClock()
        let pace = Pace(clock)
        pace.wait(for: Self.settling)
        let begin = clock.now
        let process = program.processIdentifier
        let (before, serverBefore) = (try ProcessorTime.secondsByThread(of: process), try server?.seconds() ?? 0)
        pace.wait(until: begin + length)
        let (after, serverAfter) = (try ProcessorTime.secondsByThread(of: process), try server?.seconds() ?? 0)
        let elapsed = (clock.now - begin).inSeconds
        program.send(SIGINT)
        try program.awaitEnd()
        var used = Used()
        used.server = (serverAfter - serverBefore) / elapsed
        for (name, seconds) in after {
            let share = (seconds - (before[name] ?? 0)) / elapsed
            if Self.cameras.contains(name) {
                used.cameras += share
            } else if Self.encoderThreads.contains(name) {
                used.encoder += share
            } else {
                used.rest += share
            }
        }
        return used
    }

    /// The encoder's stage, and x264's own threads, which are called as the one that made them.
    private static let encoderThreads = ["encode-video", "start"]
}
