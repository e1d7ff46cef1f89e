import DoubletakeMedia

/// Turns the times of one track's packets into the container's ticks: the only place where that happens.
///
/// Times are rounded first, then made to increase: two packets on one tick are moved a tick apart, since an encoded
/// packet can't be left out without damage to those after it.
struct TrackTimeline {
    private let track: Int
    private let start: MediaTime
    private let timeBase: TimeBase
    private var lastDecodeTicks: Int64?

    /// `start` becomes tick 0.
    init(track: Int, start: MediaTime, timeBase: TimeBase) {
        self.track = track
        self.start = start
        self.timeBase = timeBase
    }

    mutating func timed(_ packet: EncodedPacket) -> TimedPacket {
        var decodeTicks = timeBase.ticks(in: packet.decodeTime - start)
        if let last = lastDecodeTicks { decodeTicks = max(decodeTicks, last + 1) }
        lastDecodeTicks = decodeTicks
        return TimedPacket(
            track: track,
            data: packet.data,
            presentationTicks: max(timeBase.ticks(in: packet.presentationTime - start), decodeTicks),
            decodeTicks: decodeTicks,
            durationTicks: max(timeBase.ticks(in: packet.duration), 1),
            isKeyframe: packet.isKeyframe
        )
    }
}
