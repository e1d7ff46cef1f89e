import DoubletakeMedia
import Glibc

/// Keeps room on the disk for the index that a film gets at its end, so that a disk that is full by then doesn't keep
/// the film from becoming an ordinary one.
///
/// The room lies behind the file's end, where a file system can keep it without making the file longer, and grows with
/// the number of samples. What is written next uses it up, so it is renewed after each fragment.
struct IndexReservation {
    /// What the finished index will say of one track.
    private struct Track {
        var sampleCount: Int64 = 0
        var keyframeCount: Int64 = 0
        /// How often a duration, or the time between decoding and showing, is another than before.
        var changeCount: Int64 = 0
        var chunkCount: Int64 = 0
        var lastDecodeTicks: Int64?
        var lastDuration: Int64?
        var lastDelay: Int64?
        var isInFragment = false
    }

    /// What an index takes that has no samples, with what describes a track.
    ///
    /// Ours take a tenth of it; smaller, and a track with long set-up bytes may not fit, larger, and a small disk is
    /// full too soon.
    private static let fixedByteCount: Int64 = 4_096

    /// What a marker takes: a chapter's size, its length, its place, and the number of those there.
    ///
    /// Smaller, and a film of markers may not be finished on a full disk; larger, and it only takes room.
    private static let markerByteCount: Int64 = 4 + 8 + 8 + 12

    private var tracks: [Track]
    private var markerCount: Int64 = 0
    private var lastEnd: Int64 = 0
    private var largestFragmentByteCount: Int64 = 0
    private var isPossible = true
    private var isAnythingReserved = false

    init(trackCount: Int) {
        tracks = Array(repeating: Track(), count: trackCount)
    }

    /// The most that is kept for a film's announced length: an index of a day takes less.
    ///
    /// Smaller, and a film of days gets its room only as it grows; larger, and a hint that is wrong takes what others need.
    private static let longestHintedByteCount: Int64 = 128 << 20

    /// How large the index of a film will be that goes on as it has until now, up to an announced length.
    private func byteCount(after elapsed: Duration, of hint: Duration?) -> Int64 {
        guard let hint, elapsed > .zero, hint > elapsed else { return byteCount }
        let expected = Double(byteCount) * (hint / elapsed)
        return max(byteCount, Int64(min(expected, Double(Self.longestHintedByteCount))))
    }

    /// How large the index can be by now, at most.
    var byteCount: Int64 {
        let markers = markerCount == 0 ? 0 : Self.fixedByteCount + Self.markerByteCount * markerCount
        return tracks.reduce(Self.fixedByteCount + markers) { sum, track in
            // A size for each sample; runs of two numbers; two numbers for a chunk's place, three for those in it.
            sum + Self.fixedByteCount + 4 * track.sampleCount + 4 * track.keyframeCount + 8 * track.changeCount
                + 20 * track.chunkCount
        }
    }

    /// Counts a packet.
    mutating func append(_ packet: TimedPacket) {
        var track = tracks[packet.track]
        track.sampleCount += 1
        if packet.isKeyframe { track.keyframeCount += 1 }
        let duration = track.lastDecodeTicks.map { packet.decodeTicks - $0 }
        // The last packet's duration is one of its own.
        if duration != track.lastDuration || duration == nil { track.changeCount += 1 }
        let delay = packet.presentationTicks - packet.decodeTicks
        if delay != track.lastDelay { track.changeCount += 1 }
        if !track.isInFragment { track.chunkCount += 1 }
        track.lastDecodeTicks = packet.decodeTicks
        track.lastDuration = duration
        track.lastDelay = delay
        track.isInFragment = true
        tracks[packet.track] = track
    }

    /// Counts a marker.
    mutating func append(_ marker: TimedMarker) {
        markerCount += 1
    }

    /// Keeps room at the end of the file, after a fragment was written.
    ///
    /// It has room for one more fragment too: the one that finds the disk full. Where there is no room, or the file
    /// system can't keep any, the film goes on all the same; what comes of it is said when the index is written.
    ///
    /// - Parameters:
    ///   - elapsed: how long the film is by now.
    ///   - hint: how long it will be, if somebody said so.
    mutating func renew(in storage: any ByteStorage, after elapsed: Duration = .zero, of hint: Duration? = nil) {
        for number in tracks.indices { tracks[number].isInFragment = false }
        guard isPossible else { return }
        do throws(SystemCallError) {
            let end = try storage.byteCount()
            largestFragmentByteCount = max(largestFragmentByteCount, end - lastEnd)
            lastEnd = end
            isAnythingReserved = true
            let byteCount = byteCount(after: elapsed, of: hint) + largestFragmentByteCount
            try storage.reserve(byteCount, at: end)
        } catch {
            isPossible = ![EOPNOTSUPP, ENOSYS].contains(error.errorNumber)
        }
    }

    /// Gives back what the index didn't need.
    ///
    /// That it fails is no reason to call the film a failure: the room comes back when the film is deleted.
    func release(in storage: any ByteStorage) {
        guard isAnythingReserved else { return }
        do throws(SystemCallError) {
            try storage.releaseRoom()
        } catch {}
    }
}
