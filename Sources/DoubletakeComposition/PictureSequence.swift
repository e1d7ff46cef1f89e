import DoubletakeMedia

/// Numbers the pictures that are made of those that come in, and remembers what of the latter was not seen yet.
///
/// Not every picture that comes in gives one: what has changed in those that don't counts for the next that does.
struct PictureSequence {
    /// The picture that was made last.
    private(set) var newest: VideoFrame?
    /// The number of the picture that came in last.
    private var seen: UInt64?
    /// What has changed since the picture came in of which the newest was made.
    private var pending = Damage.everything

    /// What of the picture that comes in differs from the one that the newest was made of.
    mutating func changes(in frame: VideoFrame) -> Damage {
        pending.formUnion(frame.damage(since: seen))
        seen = frame.sequenceNumber
        return pending
    }

    /// Counts everything as changed.
    mutating func restart() {
        pending = .everything
    }

    /// The next picture, made of the one that came in last; `damage` is relative to the newest.
    mutating func append(_ pixelBuffer: PixelBuffer, at time: MediaTime, damage: Damage) -> VideoFrame {
        let frame = VideoFrame(
            pixelBuffer: pixelBuffer,
            time: time,
            sequenceNumber: newest.map { $0.sequenceNumber + 1 } ?? 0,
            damage: damage
        )
        pending = .none
        newest = frame
        return frame
    }
}
