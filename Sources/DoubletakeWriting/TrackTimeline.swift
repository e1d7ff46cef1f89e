import DoubletakeMedia

/// Turns the times of one track's packets into the container's ticks: the only place where that happens.
///
/// Times are rounded first, then made to increase: two packets on one tick are moved a tick apart, since an encoded
/// packet can't be left out without damage to those after it.
struct TrackTimeline {
    /// How long the last packet lasts, which no other one ends.
    enum LastDuration: Sendable {
        /// As long as it says itself.
        case stated
        /// As long as the one before it: an encoder of pictures knows no more than its rate.
        case asBefore
    }

    private let track: Int
    private let start: MediaTime
    private let timeBase: TimeBase
    private let lastDuration: LastDuration
    private var lastDecodeTicks: Int64?
    /// How long the packet before the last one lasted: until the last one was decoded.
    private var secondLastTicks: Int64?
    private var lastDurationTicks: Int64 = 0
    /// When the last packet ends, where somebody said so.
    private var saidEndTicks: Int64?

    /// `start` becomes tick 0.
    init(track: Int, start: MediaTime, timeBase: TimeBase, lastDuration: LastDuration = .stated) {
        self.track = track
        self.start = start
        self.timeBase = timeBase
        self.lastDuration = lastDuration
    }

    mutating func timed(_ packet: EncodedPacket) -> TimedPacket {
        var decodeTicks = timeBase.ticks(in: packet.decodeTime - start)
        if let last = lastDecodeTicks {
            decodeTicks = max(decodeTicks, last + 1)
            secondLastTicks = decodeTicks - last
        }
        lastDecodeTicks = decodeTicks
        lastDurationTicks = durationTicks(packet)
        return TimedPacket(
            track: track,
            data: packet.data,
            presentationTicks: max(timeBase.ticks(in: packet.presentationTime - start), decodeTicks),
            decodeTicks: decodeTicks,
            durationTicks: lastDurationTicks,
            isKeyframe: packet.isKeyframe
        )
    }

    private func durationTicks(_ packet: EncodedPacket) -> Int64 {
        let isStated = packet.duration > .zero && lastDuration == .stated
        if !isStated, let secondLastTicks { return secondLastTicks }
        return max(timeBase.ticks(in: packet.duration), 1)
    }

    /// Says when the last packet ends; what is decoded later ends it sooner.
    mutating func endLast(at time: MediaTime) {
        saidEndTicks = timeBase.ticks(in: time - start)
    }

    /// When the last packet ends; nil before the first.
    var endTicks: Int64? {
        guard let lastDecodeTicks else { return nil }
        if let saidEndTicks, saidEndTicks > lastDecodeTicks { return saidEndTicks }
        return lastDecodeTicks + lastDurationTicks
    }
}
