import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11

/// What the source of a screen's pictures delivers in this very process, before anything is encoded.
final class ScreenCanvas {
    private let source: any VideoSource
    private let newest = ConditionLock<VideoFrame?>(nil)
    private let clock = MonotonicClock()

    /// Begins to look at a part of a display.
    init(_ region: PixelRect, on display: String, cursor: CursorVisibility) throws {
        source = try X11Backend(displayName: display).openVideo(
            CaptureDevice(id: "screen", name: "All monitors", kind: .screen),
            VideoSourceConfiguration(frameRate: FrameRate(60), region: region, cursor: cursor),
            clock: clock
        )
        try source.start(
            VideoSourceOutput(deliver: { [newest] frame in newest.withLock { $0 = frame } }, report: { _ in })
        )
    }

    deinit {
        source.stop()
    }

    /// Waits for a picture that is wanted.
    func frame(where isWanted: (VideoFrame) -> Bool = { _ in true }) throws -> VideoFrame {
        let found = newest.wait(until: clock.now + .seconds(60), on: clock) { frame in
            frame.flatMap { isWanted($0) ? $0 : nil }
        }
        guard let found else { throw RunningRecorder.Failure(description: "no such picture comes from the screen") }
        return found
    }

    /// The first picture of a part of a display, without the cursor.
    static func picture(of region: PixelRect, on display: String) throws -> PixelBuffer {
        try ScreenCanvas(region, on: display, cursor: .hidden).frame().pixelBuffer
    }
}

extension PrivateDesktop {
    /// Records for a moment, and decodes the first picture of the film.
    func recordedPicture(_ words: [String], display: String, path: String) throws -> PixelBuffer {
        let common = ["--no-sound", "--duration", "0.4", "--overwrite", path]
        let recorder = try record(words + common, on: display)
        try recorder.awaitEvent("finished")
        try recorder.awaitEnd()
        let reader = try AssetReader(path: path)
        while let sample = try reader.next() {
            if case .video(_, let frame) = sample { return frame.pixelBuffer }
        }
        throw RunningRecorder.Failure(description: "\(path) has no picture")
    }
}
