import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Foundation
import Glibc

/// The same screen is recorded by us and by ffmpeg, in turn: what it costs, and how good and how large the film is.
package struct BenchmarkScenario: Scenario {
    /// What is on the screen, and how much of ffmpeg's time we may take for it.
    package enum Load: Sendable {
        /// Nothing changes but the pointer.
        case still
        /// Ten small changes a second.
        case small
        /// All of the screen moves.
        case motion

        fileprivate var scene: BenchmarkScene.Motion {
            switch self {
            case .still: .none
            case .small: .small
            case .motion: .full
            }
        }

        /// The largest share of ffmpeg's time with its default settings.
        fileprivate var largestShare: Double {
            switch self {
            case .still: 0.10
            case .small: 0.25
            case .motion: 0.75
            }
        }

        /// The largest share of ffmpeg's time when it is tuned for latency; nil where nothing is wanted.
        fileprivate var largestShareOfZeroLatency: Double? {
            self == .motion ? 0.9 : nil
        }
    }

    private static let size = PixelSize(width: 1920, height: 1080)
    private static let largestSimilarityLoss = 0.002
    private static let largestByteRatio = 1.3
    /// How much of the processors' time others may take, in seconds a second: a recorder that gets too little of it
    /// drops pictures, and seems to cost less.
    private static let largestOtherSeconds = 0.3
    /// Programs start, and encoders fill their queues.
    private static let settling = Duration.seconds(3)

    /// How often each recorder has its turn: a machine is faster in one minute than in the next.
    private static let roundCount = 2

    private let load: Load
    private let length: Duration

    /// Describes the comparison.
    ///
    /// - Parameter length: for how long each recorder is measured in each of its turns.
    package init(_ load: Load, length: Duration = .seconds(15)) {
        self.load = load
        self.length = length
    }

    /// What a recorder did.
    private struct Result {
        /// Of the recorder and of the X server, for a second of the film.
        let processorSeconds: Double
        /// Of the X server alone.
        let serverSeconds: Double
        /// Of everybody else but the scene: when it is much, the machine was too busy for a comparison.
        let otherSeconds: Double
        let bytesPerSecond: Double
        let similarity: Double
        /// How many different steps of the scene the film shows.
        let stepsPerSecond: Double

        /// The mean of some turns.
        static func mean(of turns: [Result]) -> Result {
            func mean(_ figure: (Result) -> Double) -> Double {
                turns.map(figure).reduce(0, +) / Double(turns.count)
            }
            return Result(
                processorSeconds: mean(\.processorSeconds),
                serverSeconds: mean(\.serverSeconds),
                otherSeconds: mean(\.otherSeconds),
                bytesPerSecond: mean(\.bytesPerSecond),
                similarity: mean(\.similarity),
                stepsPerSecond: mean(\.stepsPerSecond)
            )
        }
    }

    /// Who records.
    private enum Recorder: String, CaseIterable {
        case ours
        case ffmpeg
        case zeroLatency

        func words(_ path: String, display: String) -> [String] {
            let size = BenchmarkScenario.size
            if self == .ours {
                return ["--region", "\(PixelRect(size))", "--fps", "30", "--app-audio", "speakers", "--no-mic", path]
            }
            return [
                "ffmpeg", "-v", "error", "-nostdin", "-thread_queue_size", "512", "-f", "x11grab", "-framerate", "30",
                "-video_size", "\(size)", "-i", display, "-thread_queue_size", "512", "-f", "pulse", "-i",
                "speakers.monitor", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "superfast", "-crf", "23",
            ] + (self == .zeroLatency ? ["-tune", "zerolatency"] : []) + ["-c:a", "aac", "-b:a", "128k", path]
        }
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(sinks: [PrivateSoundServer.Sink("speakers")], microphone: .absent)
        let desktop = try PrivateDesktop(tool: tool, size: Self.size, sound: sound)
        let tone = try PulseAudioPlayback(server: sound.server, sink: "speakers", clock: MonotonicClock())
        defer { tone.stop() }
        _ = tone.play((0..<48_000 * 300).map { 0.3 * Float(sin(2 * Double.pi * 440 * Double($0 % 1200) / 48_000)) })
        var turns: [Recorder: [Result]] = [:]
        for round in 0..<Self.roundCount {
            for recorder in Recorder.allCases {
                turns[recorder, default: []].append(try measure(recorder, on: desktop, round: round))
            }
        }
        let means = turns.mapValues(Result.mean)
        guard let ours = means[.ours], let ffmpeg = means[.ffmpeg], let zeroLatency = means[.zeroLatency] else {
            preconditionFailure("every recorder had its turn")
        }
        var report = ScenarioReport()
        for (name, result) in [("ours", ours), ("ffmpeg", ffmpeg), ("zerolatency", zeroLatency)] {
            report.add(note: name, result.processorSeconds, unit: " s/s")
            report.add(note: "X server", result.serverSeconds, unit: " s/s")
            report.add("others", result.otherSeconds, unit: " s/s", atMost: Self.largestOtherSeconds)
            report.add(note: "steps a second", result.stepsPerSecond)
        }
        report.add("time ratio", ours.processorSeconds / ffmpeg.processorSeconds, atMost: load.largestShare)
        let share = ours.processorSeconds / zeroLatency.processorSeconds
        if let bound = load.largestShareOfZeroLatency {
            report.add("to zerolatency", share, atMost: bound)
        } else {
            report.add(note: "to zerolatency", share)
        }
        report.add("bytes ratio", ours.bytesPerSecond / ffmpeg.bytesPerSecond, atMost: Self.largestByteRatio)
        report.add(note: "bytes to zerolatency", ours.bytesPerSecond / zeroLatency.bytesPerSecond)
        report.add(note: "kB/s", ours.bytesPerSecond / 1000)
        report.add("SSIM", ours.similarity, atLeast: ffmpeg.similarity - Self.largestSimilarityLoss)
        report.add(note: "of ffmpeg", ffmpeg.similarity)
        report.add(note: "of zerolatency", zeroLatency.similarity)
        return report
    }

    private func measure(_ recorder: Recorder, on desktop: PrivateDesktop, round: Int) throws -> Result {
        let clock = MonotonicClock()
        let player = try BenchmarkPlayer(desktop.screen, load.scene)
        defer { player.stop() }
        let path = desktop.file("\(recorder.rawValue)-\(round).mp4")
        let words = recorder.words(path, display: desktop.screen.display)
        let program =
            recorder == .ours
            ? try desktop.record(words) : try RunningRecorder(words, environment: desktop.environment)
        let server = ProcessorTime(processIdentifiers: [desktop.screen.processIdentifier])
        let recording = ProcessorTime(processIdentifiers: [program.processIdentifier])
        let scene = ProcessorTime(processIdentifiers: [getpid()])
        let pace = Pace(clock)
        pace.wait(for: Self.settling)
        let begin = clock.now
        let measure = { try [server.seconds(), recording.seconds(), scene.seconds(), ProcessorTime.secondsOfAll()] }
        let before = try measure()
        pace.wait(until: begin + length)
        let used = zip(try measure(), before).map { $0 - $1 }
        let elapsed = (clock.now - begin).inSeconds
        program.send(SIGINT)
        try program.awaitEnd()
        if let failure = player.failure { throw failure }
        player.stop()
        let probe = try MediaProbe(path)
        let byteCount = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let matrix: FilmSimilarity.Matrix = recorder == .ours ? .bt709 : .bt601
        let similarity = FilmSimilarity(folder: desktop.folder, screen: desktop.screen, motion: load.scene)
        let seconds = probe.duration?.inSeconds ?? .infinity
        return Result(
            processorSeconds: (used[0] + used[1]) / elapsed,
            serverSeconds: used[0] / elapsed,
            otherSeconds: (used[3] - used[0] - used[1] - used[2]) / elapsed,
            bytesPerSecond: Double(byteCount) / seconds,
            similarity: try similarity.mean(of: path, matrix),
            stepsPerSecond: Double(try similarity.stepCount(of: path)) / seconds
        )
    }
}
