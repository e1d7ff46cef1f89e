import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A camera over a still screen, recorded by us and by ffmpeg with an overlay filter, in turn: what it costs.
package struct OverlayBenchmarkScenario: Scenario {
    private static let size = PixelSize(width: 1920, height: 1080)
    /// Where the camera's picture lies: as `--pip bottom-right,22` has it.
    private static let tile = PixelRect(x: 1478, y: 824, width: 422, height: 236)
    /// How much of ffmpeg's time we may take.
    private static let largestShare = 0.35
    /// How many pictures a second a film must have that is worth a comparison.
    private static let smallestRate = 27.0
    /// Programs start, and encoders fill their queues.
    private static let settling = Duration.seconds(3)
    /// How often each recorder has its turn: a machine is faster in one minute than in the next.
    private static let roundCount = 2

    /// ffmpeg's own picture of something that flies between the edges, as cheap as it can make one.
    private static let flyingSquare = """
        color=c=0x602840:s=1280x720:r=30[ground];color=c=0xfac83c:s=180x180:r=30[ball];[ground][ball]overlay=\
        x='(W-w)*(100-abs(100-mod(3*n,200)))/100':y='(H-h)*(100-abs(100-mod(7*n,200)))/100'
        """

    private let length: Duration

    /// Describes the comparison.
    ///
    /// - Parameter length: for how long each recorder is measured in each of its turns.
    package init(length: Duration = .seconds(15)) {
        self.length = length
    }

    /// Who records.
    private enum Recorder: String, CaseIterable {
        case ours
        case ffmpeg

        func words(_ path: String, display: String) -> [String] {
            let (size, tile) = (OverlayBenchmarkScenario.size, OverlayBenchmarkScenario.tile)
            switch self {
            case .ours:
                return [
                    "--region", "\(PixelRect(size))", "--camera", "test:ball", "--layout", "pip", "--fps", "30",
                    "--no-sound", path,
                ]
            case .ffmpeg:
                let filter = "[1:v]scale=\(tile.width):\(tile.height)[camera];[0:v][camera]overlay=\(tile.x):\(tile.y)"
                return [
                    "ffmpeg", "-v", "error", "-nostdin", "-thread_queue_size", "512", "-f", "x11grab", "-framerate",
                    "30", "-video_size", "\(size)", "-i", display, "-f", "lavfi", "-i",
                    OverlayBenchmarkScenario.flyingSquare, "-filter_complex", filter, "-pix_fmt", "yuv420p", "-c:v",
                    "libx264", "-preset", "superfast", "-crf", "23", path,
                ]
            }
        }
    }

    /// What a recorder did, a second.
    private struct Result {
        let processorSeconds: Double
        let rate: Double
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.size)
        var turns: [Recorder: [Result]] = [:]
        for round in 0..<Self.roundCount {
            for recorder in Recorder.allCases {
                turns[recorder, default: []].append(try measure(recorder, on: desktop, round: round))
            }
        }
        var report = ScenarioReport()
        var seconds: [Recorder: Double] = [:]
        for recorder in Recorder.allCases {
            let results = turns[recorder] ?? []
            let mean = results.map(\.processorSeconds).reduce(0, +) / Double(results.count)
            seconds[recorder] = mean
            report.add(note: recorder.rawValue, mean, unit: " s/s")
            let rate = results.map(\.rate).min() ?? 0
            report.add("pictures a second of \(recorder.rawValue)", rate, atLeast: Self.smallestRate)
        }
        let share = (seconds[.ours] ?? .infinity) / (seconds[.ffmpeg] ?? .infinity)
        report.add("time ratio", share, atMost: Self.largestShare)
        return report
    }

    private func measure(_ recorder: Recorder, on desktop: PrivateDesktop, round: Int) throws -> Result {
        let clock = MonotonicClock()
        let player = try BenchmarkPlayer(desktop.screen, .none)
        defer { player.stop() }
        let path = desktop.file("\(recorder.rawValue)-\(round).mp4")
        let words = recorder.words(path, display: desktop.screen.display)
        let program =
            recorder == .ours
            ? try desktop.record(words) : try RunningRecorder(words, environment: desktop.environment)
        let time = ProcessorTime(processIdentifiers: [desktop.screen.processIdentifier, program.processIdentifier])
        let pace = Pace(clock)
        pace.wait(for: Self.settling)
        let (begin, before) = (clock.now, try time.seconds())
        pace.wait(until: begin + length)
        let (used, elapsed) = (try time.seconds() - before, (clock.now - begin).inSeconds)
        program.send(SIGINT)
        try program.awaitEnd()
        if let failure = player.failure { throw failure }
        let stream = try MediaProbe(path).videoStreams.first
        let frameCount = Double(stream?.frameCount ?? 0)
        return Result(
            processorSeconds: used / elapsed,
            rate: frameCount / (stream?.duration?.inSeconds ?? .infinity)
        )
    }
}
