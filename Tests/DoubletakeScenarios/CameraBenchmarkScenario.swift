import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import DoubletakeV4L2
import Foundation
import Glibc

/// Two cameras deliver JPEGs of 1280x720 with detail everywhere, thirty a second each: what it costs to take them and to make
/// pictures of them, beside what the decoder alone takes for as many.
package struct CameraBenchmarkScenario: Scenario {
    private static let size = PixelSize(width: 1280, height: 720)
    private static let rate = 30
    private static let largestShare = 0.30
    /// Who loses pictures seems to cost less.
    private static let smallestPart = 0.98
    private static let settling = Duration.seconds(2)
    private static let decodedCount = 300

    private let length: Duration

    /// Describes the benchmark.
    package init(length: Duration = .seconds(20)) {
        self.length = length
    }

    package func run(tool: String) throws -> ScenarioReport {
        let rig = try CameraRig([
            CameraRig.Camera("front", number: 0, serial: "A1", formats: ["MJPGDETAIL:\(Self.size)@\(Self.rate)"]),
            CameraRig.Camera("back", number: 2, bus: "usb-2", formats: ["MJPGDETAIL:\(Self.size)@\(Self.rate)"]),
        ])
        let clock = MonotonicClock()
        let backend = V4L2Backend(folder: rig.folder)
        let sources = try backend.devices(of: .camera).map { camera in
            try backend.openVideo(camera, VideoSourceConfiguration(frameRate: FrameRate(Self.rate)), clock: clock)
        }
        let count = ConditionLock(0)
        defer { for source in sources { source.stop() } }
        for source in sources {
            try source.start(
                VideoSourceOutput(deliver: { _ in count.withLock { $0 += 1 } }, report: { _ in })
            )
        }
        let pace = Pace(clock)
        pace.wait(for: Self.settling)
        let ours = ProcessorTime(processIdentifiers: [getpid()])
        let begin = clock.now
        let (before, countBefore) = (try ours.seconds(), count.read { $0 })
        pace.wait(until: begin + length)
        let (used, taken) = (try ours.seconds() - before, count.read { $0 } - countBefore)
        let elapsed = (clock.now - begin).inSeconds
        let jpeg = try Self.jpeg(of: "\(rig.folder)/video0")
        let decoderTime = try Self.decodingTime(of: jpeg)

        var report = ScenarioReport()
        report.add("both cameras", used / elapsed, unit: " core", atMost: Self.largestShare)
        report.add(note: "the decoder alone", decoderTime * Double(2 * Self.rate), unit: " core")
        let wanted = Double(2 * Self.rate) * elapsed
        report.add("pictures of \(Int(wanted))", Double(taken), atLeast: wanted * Self.smallestPart)
        report.add(note: "a JPEG's kB", Double(jpeg.count) / 1000)
        return report
    }

    /// The newest JPEG in a camera's first buffer, as its file has it.
    private static func jpeg(of path: String) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let bytes = Array(try handle.read(upToCount: 1 << 20) ?? Data())
        try handle.close()
        // Behind its end there may be what is left of a longer one.
        let end = zip(bytes, bytes.dropFirst()).enumerated().first { $0.element == (0xff, 0xd9) }
        return Array(bytes.prefix((end?.offset ?? 0) + 2))
    }

    /// How long a JPEG takes to decode, in seconds of this thread.
    private static func decodingTime(of jpeg: [UInt8]) throws -> Double {
        var decoder = try JPEGDecoder()
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        let begin = threadSeconds()
        for _ in 0..<decodedCount {
            // SAFETY: the array outlives the call, and the decoder knows its length.
            let span = unsafe jpeg.span.bytes
            try decoder.decode(span, into: picture)
        }
        return (threadSeconds() - begin) / Double(decodedCount)
    }

    private static func threadSeconds() -> Double {
        var time = timespec()
        // SAFETY: the call fills in a local of the right type.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
