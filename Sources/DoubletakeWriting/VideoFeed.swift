import DoubletakeMedia

/// Decides which of the pictures that are appended to an input go to the encoder, and when they are shown.
///
/// The newest picture from before the session's start is shown from the start. A picture that isn't later than the one
/// before it, as the container counts time, is left out: it would be shown for no time.
struct VideoFeed {
    /// Pictures that were left out because they came out of order or too near.
    private(set) var droppedCount = 0

    /// How the samples of the pictures lie; nil before the first.
    private(set) var format: PixelFormat?

    private let start: MediaTime
    private let timeBase: TimeBase
    private var early: VideoFrame?
    private var lastTicks: Int64?

    init(start: MediaTime, timeBase: TimeBase) {
        self.start = start
        self.timeBase = timeBase
    }

    mutating func follow(_ frame: VideoFrame) -> [VideoFrame] {
        format = frame.pixelBuffer.format
        if frame.time < start {
            if lastTicks == nil {
                early = early.map { frame.superseding($0) } ?? frame
            } else {
                droppedCount += 1
            }
            return []
        }
        guard let early else { return [frame].filter { take($0) } }
        self.early = nil
        if frame.time == start { return [frame.superseding(early)].filter { take($0) } }
        return [early.retimed(to: start), frame].filter { take($0) }
    }

    /// What is still to be encoded at the end.
    mutating func finish() -> [VideoFrame] {
        guard let early else { return [] }
        self.early = nil
        return [early.retimed(to: start)].filter { take($0) }
    }

    private mutating func take(_ frame: VideoFrame) -> Bool {
        let ticks = timeBase.ticks(in: frame.time - start)
        if let lastTicks, ticks <= lastTicks {
            droppedCount += 1
            return false
        }
        lastTicks = ticks
        return true
    }
}
