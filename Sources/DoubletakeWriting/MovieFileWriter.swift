import DoubletakeISOMedia
import DoubletakeMedia

/// A movie file while it is written: a muxer on a storage, cut into fragments by time, and finished in place.
///
/// The writer's thread uses it alone.
final class MovieFileWriter: @unchecked Sendable {
    // @unchecked: made before the writer's thread starts and used by that thread alone from then on.

    /// When fragments are cut.
    enum Cutting {
        /// By the clock, for a file that is finished at its end: this is how much a kill may cost.
        case byClock(Duration)
        /// By the film's own time, before a keyframe, for segments that are handed out: this is how long they are.
        case byKeyframes(Duration)
    }

    let trackCount: Int
    private let path: String
    private let container: ContainerFormat
    private let storage: any ByteStorage
    private let muxer: any Muxer
    private let cutting: Cutting
    private let start: MediaTime
    /// The instant on the grid of the film's fragments from which on they are cut: a film that begins with what was before
    /// has some of them behind it, which nobody can lose any more.
    private let cuttingStart: MediaTime
    private let overallDurationHint: Duration?
    private let tracks: [WrittenTrack]
    private var timelines: [TrackTimeline]
    /// When each track's first packet in the file is decoded.
    private var firstDecodeTicks: [Int64?]
    private var reservation: IndexReservation
    /// Whether each track begins with its encoder's run-up.
    private var hasRunUp: [Bool]
    private var lastCut: MediaTime?
    private var segmentBegin: MediaTime?
    private var isAnythingWritten = false
    private(set) var isPlayable = false
    /// When the markers that the file was given are.
    private var markerTimes: [Duration] = []
    /// How many markers are not in the film; those that come after its end count once that is known.
    var droppedMarkerCount = 0

    /// - Parameters:
    ///   - start: the instant that becomes the beginning of the film.
    ///   - origin: an instant at which fragments would be cut.
    ///   - opened: when its packets begin to come.
    ///   - cutting: when fragments are cut.
    ///   - overallDurationHint: how long the film will be, if somebody said so.
    init(
        path: String,
        container: ContainerFormat,
        storage: any ByteStorage,
        muxer: any Muxer,
        tracks: [WrittenTrack],
        start: MediaTime,
        cuttingFrom origin: MediaTime,
        openedAt opened: MediaTime,
        cutting: Cutting,
        overallDurationHint: Duration?
    ) {
        self.path = path
        self.container = container
        self.storage = storage
        self.start = start
        if case .byClock(let interval) = cutting, opened > origin {
            cuttingStart = origin + interval * Int((opened - origin) / interval)
        } else {
            cuttingStart = origin
        }
        self.cutting = cutting
        self.overallDurationHint = overallDurationHint
        self.muxer = muxer
        self.tracks = tracks
        trackCount = tracks.count
        timelines = tracks.enumerated().map { index, track in
            TrackTimeline(
                track: index,
                start: start,
                timeBase: track.description.timeBase,
                lastDuration: track.lastDuration
            )
        }
        firstDecodeTicks = tracks.map { _ in nil }
        hasRunUp = tracks.map { _ in true }
        reservation = IndexReservation(trackCount: tracks.count)
    }

    /// What brings the file's fragments to the disk.
    func makeSynchronizer(clock: any MediaClock) throws(SystemCallError) -> FragmentSynchronizer {
        try FragmentSynchronizer(storage, clock: clock)
    }

    /// The film's end, where one was set: what comes later is not in it.
    var end: MediaTime?
    /// What becomes of what the finished file has of the time after its end.
    var laterSamples = LaterSamples.kept
    /// Whether a session in which nothing was appended is a film.
    var mayBeEmpty = false

    /// How long the first cut waits for a track that has no packet yet, since the header is written with it.
    private static let patienceForTracks = Duration.seconds(1)

    /// When the next fragment is to be cut.
    var nextCut: MediaTime? {
        guard case .byClock(let fragmentInterval) = cutting else { return nil }
        if let lastCut { return lastCut + fragmentInterval }
        guard isAnythingWritten else { return nil }
        let isComplete = firstDecodeTicks.allSatisfy { $0 != nil }
        return cuttingStart + fragmentInterval + (isComplete ? .zero : Self.patienceForTracks)
    }

    func write(_ packet: EncodedPacket, toTrack track: Int) throws(WriterError) {
        if let end, !isIndexed, packet.presentationTime >= end { return }
        let timed = timelines[track].timed(packet)
        if firstDecodeTicks[track] == nil {
            // A header that was written without the track has no edit that could leave out what lies before the
            // beginning: at most an encoder's run-up, since everything else of that time is long here.
            if lastCut != nil && timed.presentationTicks < 0 {
                hasRunUp[track] = false
                return
            }
            firstDecodeTicks[track] = timed.decodeTicks
        }
        if case .byKeyframes(let length) = cutting { try beginSegment(packet, ofTrack: track, length: length) }
        try muxer.write(timed)
        reservation.append(timed)
        isAnythingWritten = true
    }

    /// The most markers of a file: more than a person sets in a day, and than any player's list is good for.
    ///
    /// More, and a program that sets one with each picture makes an index of nothing else; fewer, and a day of a plan's
    /// steps has no room.
    static let markerCapacity = 10_000

    /// Takes a marker; one from before the film's beginning, or one too many, is counted and left out.
    func write(_ marker: Marker) throws(WriterError) {
        let time = marker.time - start
        guard time >= .zero, markerTimes.count < Self.markerCapacity else {
            droppedMarkerCount += 1
            return
        }
        markerTimes.append(time)
        let timed = TimedMarker(time: time, name: marker.name)
        try muxer.write(timed)
        reservation.append(timed)
    }

    /// Ends the segment before a packet with which the next one begins: a keyframe of the pictures, or of the first track
    /// where there are none.
    private func beginSegment(_ packet: EncodedPacket, ofTrack track: Int, length: Duration) throws(WriterError) {
        let leading = tracks.firstIndex { $0.description.mediaType == .video } ?? 0
        guard packet.isKeyframe, track == leading else { return }
        if let begin = segmentBegin {
            guard packet.decodeTime - begin >= length else { return }
            lastCut = packet.decodeTime
            try muxer.flush()
        }
        segmentBegin = packet.decodeTime
    }

    /// Says when a track's last packet ends.
    func endLastPacket(ofTrack track: Int, at time: MediaTime) {
        timelines[track].endLast(at: time)
    }

    /// Ends the fragment: all that was written until now is in the file.
    ///
    /// Cuts stay on the grid of the film's intervals, on which pictures are repeated for them; one that comes much too
    /// late, as after the machine slept, begins a new grid.
    func cut(at now: MediaTime) throws(WriterError) {
        if case .byClock(let fragmentInterval) = cutting {
            lastCut = nextCut.map { now - $0 < fragmentInterval ? min($0, now) : now } ?? now
        }
        try muxer.flush()
        if isIndexed { reservation.renew(in: storage, after: now - start, of: overallDurationHint) }
        isPlayable = true
    }

    /// Writes what is left and makes the file an ordinary one.
    func finish() throws(WriterError) {
        guard isAnythingWritten || mayBeEmpty else { throw .nothingWritten(path: path) }
        let length = length
        droppedMarkerCount += markerTimes.count { $0 >= length }
        var muxerFailure: WriterError?
        do throws(WriterError) {
            try muxer.finish(endingAt: end.map { $0 - start })
            isPlayable = true
        } catch {
            // The fragments before still make a film.
            muxerFailure = error
        }
        if isIndexed {
            defer { reservation.release(in: storage) }
            do {
                _ = try MovieFinisher.finish(
                    storage,
                    endingAt: end.map { $0 - start },
                    laterSamples: laterSamples,
                    placements: placements
                )
            } catch {
                throw muxerFailure ?? .cannotFinish(path: path, reason: "\(error)", help: error.help)
            }
        }
        if let muxerFailure { throw muxerFailure }
    }

    /// How long the film is.
    private var length: Duration {
        if let end { return end - start }
        let ends = zip(tracks, timelines).compactMap { track, timeline in
            timeline.endTicks.map { track.description.timeBase.duration(ofTicks: $0) }
        }
        return ends.max() ?? .zero
    }

    /// Whether an index of the whole is written at the end: with it the film ends where it should whatever is stored.
    private var isIndexed: Bool {
        if case .byClock = cutting { container.finishing == .movieIndex } else { false }
    }

    /// Where the tracks lie in the film, as far as the header of the fragments doesn't say it.
    private var placements: [TrackPlacement?] {
        tracks.indices.map { number in
            firstDecodeTicks[number].map { ticks in
                TrackPlacement(
                    firstDecodeTicks: ticks,
                    trimmedTicks: hasRunUp[number] ? tracks[number].description.primingTicks : 0,
                    endTicks: timelines[number].endTicks,
                    appearance: tracks[number].appearance
                )
            }
        }
    }
}
