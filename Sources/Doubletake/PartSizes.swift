import DoubletakeMedia
import DoubletakeWriting

/// Keeps the files of a film as small as they must be: says when the next part is wanted, and where the film ends.
struct PartSizes {
    /// Where a film ends, and what for.
    struct Limit: Hashable {
        /// Nothing of that time or later is in the film.
        var time: MediaTime
        let end: RecordingEnd
    }

    /// How long the next part's beginning may take: its file is made, a keyframe asked for, and a still screen repeats
    /// its picture once a second.
    ///
    /// Shorter, and a part becomes larger than was asked for; longer, and it stays smaller.
    private static let lead = Duration.seconds(3)

    /// How much sound may come after the picture that is not in the film any more.
    private static let soundDelay = Duration.seconds(1)

    private let limits: RecordingLimits
    /// The largest file that can be made, where there is a limit.
    private let largestFile: Int64?
    private let tracks: [TrackDescription]
    private let soundReserve: Int64
    private var parts: [FilmSizeBound]
    private var largestPicture: Int64 = 0
    private let filmStart: MediaTime
    private var partStart: MediaTime
    private(set) var limit: Limit?

    init(_ limits: RecordingLimits, largestFile: Int64?, tracks: [TrackDescription], start: MediaTime) {
        self.limits = limits
        self.largestFile = largestFile
        self.tracks = tracks
        parts = [FilmSizeBound(tracks: tracks)]
        filmStart = start
        partStart = start
        soundReserve = tracks.reduce(0) { $0 + Self.byteCount(of: Self.soundDelay, $1) }
    }

    /// Counts from here on for the next part.
    mutating func open(at start: MediaTime) {
        parts.append(FilmSizeBound(tracks: tracks))
        partStart = start
    }

    /// Whether a packet is still in the film; where it isn't, the film ends there.
    mutating func admits(_ packet: EncodedPacket) -> Bool {
        if let limit, packet.decodeTime >= limit.time { return false }
        let reserve = packet.mediaType == .video ? soundReserve : 0
        let newest = parts[parts.count - 1]
        let bound = newest.adding(packet) + reserve
        var reason: RecordingEnd?
        if limits.split == nil, let largestFile, bound > largestFile { reason = .largestFile }
        if let maximum = limits.maximumByteCount, byteCount - newest.byteCount + bound > maximum {
            reason = .maximumSize
        }
        guard let reason else { return true }
        limit = Limit(time: packet.decodeTime, end: limit?.end ?? reason)
        return false
    }

    /// Counts what goes into a part.
    mutating func add(_ packet: EncodedPacket, toPart part: Int) {
        parts[part].add(packet)
        if packet.mediaType == .video { largestPicture = max(largestPicture, Int64(packet.data.count)) }
    }

    /// Counts a marker in a part; false when there is no room for it, which is no reason to end the film.
    mutating func add(_ marker: Marker, toPart part: Int) -> Bool {
        let bound = parts[part].adding(marker)
        if let largestFile, bound + soundReserve > largestFile { return false }
        if let maximum = limits.maximumByteCount, byteCount - parts[part].byteCount + bound + soundReserve > maximum {
            return false
        }
        parts[part].add(marker)
        return true
    }

    /// How many bytes the film has at most.
    var byteCount: Int64 {
        parts.reduce(0) { $0 + $1.byteCount }
    }

    /// From when on the film wants to go on in the next part, once that has to be prepared.
    func nextPart(at now: MediaTime) -> MediaTime? {
        guard let split = limits.split else { return nil }
        if case .time(let length) = split {
            // Parts stay on the grid of the film's lengths, however late a picture came for one.
            var boundary = filmStart + length * parts.count
            while boundary <= partStart { boundary = boundary + length }
            if now >= boundary - Self.lead { return boundary }
        }
        let size: Int64? = if case .size(let count) = split { count } else { nil }
        guard let most = [size, largestFile].compactMap({ $0 }).min() else { return nil }
        let current = parts[parts.count - 1].byteCount
        let rate = Double(current) / max((now - partStart).inSeconds, 1)
        let margin = Int64(rate * Self.lead.inSeconds) + 2 * largestPicture
        // A part that is mostly margin would be none at all.
        return current >= most - min(margin, most / 2) ? now : nil
    }

    private static func byteCount(of duration: Duration, _ track: TrackDescription) -> Int64 {
        guard case .audio(_, let format, let bitRate, _) = track.media else { return 0 }
        // What is compressed without loss may take as much as 16 bits a sample.
        let bits = bitRate > 0 ? bitRate : 16 * format.sampleRate * format.channelCount
        // And a packet each 10 ms at most, with what it costs beside its bytes.
        return Int64((Double(bits) / 8 + 100 * 48) * duration.inSeconds)
    }
}
