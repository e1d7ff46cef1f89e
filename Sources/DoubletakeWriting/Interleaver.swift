import DoubletakeMedia

/// Brings the packets of several tracks into the order of their decode times.
///
/// A packet waits until every other track has one too, since an earlier one may still come; but no longer than
/// `patience`, since a track may have nothing to say. It is a value that the writer's thread owns.
struct Interleaver {
    /// How long a packet waits for the other tracks: as long as sound may be late, and an encoder may take.
    ///
    /// Shorter, and tracks are out of order while a machine is busy; longer, and a kill loses that much more.
    static let patience = Duration.milliseconds(500)

    /// The most packets of one track that wait, so that a track that never comes can't fill the memory.
    static let capacity = 512

    private struct Entry {
        let packet: EncodedPacket
        let arrival: MediaTime
    }

    private var waiting: [[Entry]]
    private var isFinished: [Bool]

    init(trackCount: Int) {
        waiting = Array(repeating: [], count: trackCount)
        isFinished = Array(repeating: false, count: trackCount)
    }

    /// When `next(at:)` will have a packet if none is appended until then.
    var deadline: MediaTime? {
        waiting.compactMap { $0.first?.arrival }.min().map { $0 + Self.patience }
    }

    /// Whether every track has ended.
    var isComplete: Bool {
        isFinished.allSatisfy { $0 }
    }

    mutating func append(_ packet: EncodedPacket, toTrack track: Int, at now: MediaTime) {
        waiting[track].append(Entry(packet: packet, arrival: now))
    }

    mutating func finish(track: Int) {
        isFinished[track] = true
    }

    /// The next packet in order; nil while an earlier one may still come.
    mutating func next(at now: MediaTime) -> (track: Int, packet: EncodedPacket)? {
        let isAnyMissing = waiting.indices.contains { waiting[$0].isEmpty && !isFinished[$0] }
        if isAnyMissing {
            let isLate = deadline.map { $0 <= now } ?? false
            guard isLate || waiting.contains(where: { $0.count >= Self.capacity }) else { return nil }
        }
        return nextRegardless()
    }

    /// The earliest packet that is here, whether or not an earlier one may come.
    mutating func nextRegardless() -> (track: Int, packet: EncodedPacket)? {
        let candidates = waiting.indices.filter { !waiting[$0].isEmpty }
        guard
            let track = candidates.min(by: { waiting[$0][0].packet.decodeTime < waiting[$1][0].packet.decodeTime })
        else { return nil }
        return (track, waiting[track].removeFirst().packet)
    }
}
