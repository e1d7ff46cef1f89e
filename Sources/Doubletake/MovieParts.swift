import DoubletakeMedia
import DoubletakeWriting
import Glibc

/// The files of a film, one after the other: what the encoders make goes into the one that it belongs to.
///
/// Packets come on the encoders' threads, each track's on its own. The next part is made ahead, and begins with a
/// keyframe that the encoder is asked for. Where one part ends and the next begins nothing is lost.
final class MovieParts: Sendable {
    /// Why the film has to be ended before anybody wants it to.
    enum Trouble: Sendable {
        /// A file can't be written any more.
        case failed
        /// It has reached a limit at that instant.
        case limit(PartSizes.Limit)
    }

    /// A part that was begun, on its way to its name.
    struct Begun: Sendable {
        let part: MoviePart
        let start: MediaTime
        let outcome: Task<Result<MoviePart.Published?, RecordingError>, Never>
    }

    private struct State {
        var begun: [Begun] = []
        var router: PartRouter?
        var sizes: PartSizes?
        /// Those that are written and were not told of, by their numbers; nil for one of which nothing was.
        var written: [Int: MoviePart.Published?] = [:]
        /// How many were told of, the first ones.
        var toldCount = 0
        /// When each part but the last ended.
        var ends: [MediaTime] = []
        /// Whether the film has ended: no further part follows.
        var isEnded = false
        /// How many parts nothing more can change.
        var closedCount = 0
        /// All markers that were taken.
        var markers: [Marker] = []
        var droppedMarkerCount = 0

        /// What is to be told of a part that is written; nil when it isn't written yet.
        mutating func takeWritten(_ number: Int) -> FinishedPart?? {
            written.removeValue(forKey: number).map { published in
                published.map { finishedPart(number, $0, end: ends[number - 1]) }
            }
        }

        func finishedPart(_ number: Int, _ published: MoviePart.Published, end: MediaTime) -> FinishedPart {
            let start = begun[number - 1].start
            return FinishedPart(
                file: published.film.path,
                start: start - begun[0].start,
                duration: end - start,
                byteCount: published.byteCount
            )
        }
    }

    /// What happens that ends the film; ends with the film.
    let troubles: AsyncStream<Trouble>

    private let film: FilmFile
    private let first: MoviePart
    private let tracks: [MovieEncoders.Track]
    private let limits: RecordingLimits
    private let report: @Sendable (RecordingEvent) -> Void
    private let trouble: AsyncStream<Trouble>.Continuation
    private let state = ConditionLock(State())
    private let nextPart: NextPart

    /// Makes the first file.
    init(
        _ film: FilmFile,
        tracks: [MovieEncoders.Track],
        metadata: MovieMetadata,
        limits: RecordingLimits,
        codecs: any CodecProvider,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(WriterError) {
        self.film = film
        self.tracks = tracks
        self.limits = limits
        self.report = report
        (troubles, trouble) = AsyncStream.makeStream(of: Trouble.self)
        let maker = NextPart.Maker(film: film, tracks: tracks, metadata: metadata, codecs: codecs, clock: clock)
        let first = try maker.make(1)
        self.first = first
        do throws(SystemCallError) {
            nextPart = try NextPart(maker) { error in
                report(.warning(RecordingWarning(noNextPart: first.file.path, because: error)))
            }
        } catch {
            first.giveUp(in: film)
            throw .cannotStart(error)
        }
    }

    /// The path of the first file.
    var firstPath: String {
        first.file.path
    }

    /// How many bytes the film has.
    var byteCount: Int64 {
        state.withLock { $0.begun.map(\.part.file.storage) }.reduce(0) { sum, storage in
            do throws(SystemCallError) {
                return sum + (try storage.byteCount())
            } catch {
                // A size that can't be told is no reason to stop telling the rest; writing will fail as well.
                return sum
            }
        }
    }

    /// Begins the film.
    ///
    /// - Parameters:
    ///   - origin: when the pictures began to come, for a film that begins with what was before.
    ///   - requestKeyframe: asks the encoder for a keyframe at a time or later.
    func begin(
        at start: MediaTime,
        cuttingFrom origin: MediaTime? = nil,
        requestKeyframe: @escaping @Sendable (MediaTime) -> Void
    ) throws(WriterError) {
        let largestFile: Int64?
        do throws(SystemCallError) {
            largestFile = try film.folder.largestFile()
        } catch {
            throw .cannotCreate(error)
        }
        try first.writer.startSession(atSourceTime: start, cuttingFrom: origin ?? start)
        let begun = follow(first, number: 1, at: start)
        let descriptions = tracks.map(\.description)
        let router = PartRouter(
            descriptions.map(\.mediaType),
            start: start,
            cut: film.container.finishing == .movieIndex ? .atSample : .atPacket
        )
        state.withLock { state in
            state.begun = [begun]
            state.router = router
            state.sizes = PartSizes(limits, largestFile: largestFile, tracks: descriptions, start: start)
        }
        nextPart.onReady(requestKeyframe: requestKeyframe)
    }

    /// Takes what comes out of a track's encoder.
    func take(_ output: EncoderStageOutput, ofTrack track: Int) {
        switch output {
        case .packet(let packet): append(packet, toTrack: track)
        case .finished: break
        case .failed(let error): fail(because: error)
        }
    }

    /// Ends the film because what makes its packets has failed.
    func fail(because error: WriterError) {
        for input in state.withLock({ $0.begun.last?.part.inputs }) ?? [] { input.fail(because: error) }
    }

    private func append(_ packet: EncodedPacket, toTrack track: Int) {
        if packet.mediaType == .video { openNextPart(with: packet) }
        let (steps, limit) = state.withLock { state -> (Steps, PartSizes.Limit?) in
            guard var sizes = state.sizes, var router = state.router else { return (Steps(), nil) }
            let limit = sizes.limit
            var steps = Steps()
            if sizes.admits(packet) {
                let routes = router.route(packet, ofTrack: track)
                for (part, packet) in routes { sizes.add(packet, toPart: part) }
                steps = Steps(routes, state.begun)
                steps.closed = closeParts(at: packet.decodeTime, router, &state)
                steps.nextStart = sizes.nextPart(at: packet.decodeTime)
            }
            state.sizes = sizes
            state.router = router
            return (steps, limit == nil ? sizes.limit : nil)
        }
        steps.take(onTrack: track)
        if let start = steps.nextStart { nextPart.want(steps.partCount + 1, from: start) }
        if let limit { trouble.yield(.limit(limit)) }
    }

    /// What is done outside the lock, on a track's own thread, so that its packets stay in order.
    private struct Steps {
        var deliveries: [(MoviePart, EncodedPacket)] = []
        var closed: [(MoviePart, end: MediaTime)] = []
        /// From when on the film wants to go on in a part behind these, if it does.
        var nextStart: MediaTime?
        var partCount = 0

        init() {}

        init(_ routes: PartRouter.Routes, _ begun: [Begun]) {
            partCount = begun.count
            deliveries = routes.map { (begun[$0.part].part, $0.packet) }
        }

        func take(onTrack track: Int) {
            for (part, packet) in deliveries { part.append(packet, toTrack: track) }
            for (part, end) in closed { part.finish(at: end) }
        }
    }

    /// How long after its end a part stays open, since the film may be ended at an instant that has passed: by the first
    /// of two presses.
    ///
    /// Shorter than two presses may be apart, and such a film has a part too many; longer, and a part is finished later.
    private static let grace = Duration.seconds(3)

    /// The parts that every track is through with, and that the film can't end in any more.
    private func closeParts(
        at now: MediaTime,
        _ router: PartRouter,
        _ state: inout State
    ) -> [(MoviePart, end: MediaTime)] {
        var closed: [(MoviePart, end: MediaTime)] = []
        while state.closedCount < min(state.ends.count, router.oldestPart),
            now >= state.ends[state.closedCount] + Self.grace
        {
            closed.append((state.begun[state.closedCount].part, end: state.ends[state.closedCount]))
            state.closedCount += 1
        }
        return closed
    }

    // MARK: Markers

    /// Puts a marker into the part that it belongs to; false when it is in none.
    ///
    /// Waits while the disk can't keep up. When a part begins before the marker a moment later, since the encoder's
    /// keyframe is still on its way, it goes into that one too; the one before ends sooner and leaves it out.
    func mark(_ marker: Marker) -> Bool {
        let part = state.withLock { state -> MoviePart? in
            guard !state.isEnded, let number = state.begun.lastIndex(where: { $0.start <= marker.time }),
                number >= state.closedCount, state.sizes?.add(marker, toPart: number) ?? false
            else {
                state.droppedMarkerCount += 1
                return nil
            }
            state.markers.append(marker)
            return state.begun[number].part
        }
        guard let part else { return false }
        if part.append(marker) { return true }
        state.withLock { state in
            state.droppedMarkerCount += 1
            if let place = state.markers.lastIndex(of: marker) { state.markers.remove(at: place) }
        }
        return false
    }

    /// How many markers are not in the film; those after its end count once it has ended.
    var droppedMarkerCount: Int {
        state.read { $0.droppedMarkerCount }
    }

    // MARK: The next part

    /// Begins the next part with a picture, if it is ready and decoding can begin there; on the pictures' thread.
    private func openNextPart(with packet: EncodedPacket) {
        guard packet.isKeyframe, let part = nextPart.take(at: packet.presentationTime) else { return }
        let start = packet.presentationTime
        do throws(WriterError) {
            try part.writer.startSession(atSourceTime: start)
        } catch {
            preconditionFailure("a part that was just made takes a session: \(error)")
        }
        let number = state.withLock { $0.begun.count + 1 }
        let begun = follow(part, number: number, at: start)
        let (filmStart, markers) = state.withLock { state in
            state.router?.open(at: start)
            state.sizes?.open(at: start)
            state.ends.append(start)
            state.begun.append(begun)
            let later = state.markers.filter { $0.time >= start }
            return (state.begun[0].start, later.filter { state.sizes?.add($0, toPart: number - 1) ?? false })
        }
        for marker in markers { _ = part.append(marker) }
        report(.split(StartedPart(partFile: part.file.path, start: start - filmStart)))
        tellOfParts()
    }

    private func follow(_ part: MoviePart, number: Int, at start: MediaTime) -> Begun {
        Begun(part: part, start: start, outcome: Task { await self.outcome(of: part, number: number) })
    }

    /// Waits until a part is written, and gives it its name.
    private func outcome(of part: MoviePart, number: Int) async -> Result<MoviePart.Published?, RecordingError> {
        await part.writer.ended()
        let result: Result<MoviePart.Published?, RecordingError>
        do throws(RecordingError) {
            result = .success(
                try await onThread("publish") { [self] () throws(RecordingError) in
                    try part.publish(in: film, refuges: limits.refuges) { goesOn(after: $0, part) }
                }
            )
        } catch {
            result = .failure(error)
        }
        switch result {
        case .success(let published):
            if let folder = published?.film.lostFolder, let film = published?.film.path {
                report(.warning(RecordingWarning(lostFolder: folder, film: film)))
            }
            if let cut = published?.cut, let film = published?.film.path {
                report(.warning(RecordingWarning(cutPart: film, because: cut)))
            }
            state.withLock { state in _ = state.written.updateValue(published, forKey: number) }
            tellOfParts()
        case .failure: trouble.yield(.failed)
        }
        return result
    }

    /// Whether the film goes on in the next part when a file can't grow any further.
    private func goesOn(after error: WriterError, _ part: MoviePart) -> Bool {
        guard limits.split != nil, case .cannotWrite(let error) = error, error.errorNumber == EFBIG else {
            return false
        }
        let start = state.withLock { state in
            !state.isEnded && state.begun.last?.part === part ? state.begun.last?.start : nil
        }
        guard let start else { return false }
        nextPart.wantNow(after: start)
        return true
    }

    /// Goes on in the next part as soon as can be.
    ///
    /// - Parameter time: when, in the film.
    func split(at time: MediaTime) {
        if state.read({ !$0.isEnded }) { nextPart.wantNow(after: time) }
    }

    /// Tells of the parts that have their names, each behind the one before it.
    private func tellOfParts() {
        tell { state in
            var parts: [FinishedPart] = []
            // The last one is told of with the film.
            while state.toldCount < state.begun.count - 1, let part = state.takeWritten(state.toldCount + 1) {
                state.toldCount += 1
                if let part { parts.append(part) }
            }
            return parts
        }
    }

    /// Tells of all parts that have their names, when one before them has none.
    private func tellOfRemainingParts() {
        tell { state in
            state.written.keys.sorted().compactMap { number in state.takeWritten(number) ?? nil }
        }
    }

    private func tell(_ take: (inout State) -> [FinishedPart]) {
        for part in state.withLock(take) { report(.part(part)) }
    }

    // MARK: The end

    /// How a film ended.
    struct Finished: Sendable {
        let parts: [FinishedPart]
        let end: MediaTime
        /// What it ended for, when that was a size.
        let limit: RecordingEnd?
    }

    /// Ends the film; every encoder has ended.
    ///
    /// A part that begins after the end is given up. One that was closed before anybody knew of the end stays as it is,
    /// and the film ends with it.
    func finish(at wantedEnd: MediaTime) async throws(RecordingError) -> Finished {
        let limit = try await onThread("end parts") { [self] () throws(RecordingError) in endParts(at: wantedEnd) }
        trouble.finish()
        let begun = state.withLock { $0.begun }
        var outcomes: [Result<MoviePart.Published?, RecordingError>] = []
        for part in begun { outcomes.append(await part.outcome.value) }
        var published: [MoviePart.Published] = []
        do throws(RecordingError) {
            for outcome in outcomes {
                if let part = try outcome.get() { published.append(part) }
            }
        } catch {
            // The film is not told of then, and the parts that there are have to be.
            tellOfRemainingParts()
            throw error
        }
        let (parts, end) = state.withLock { state in
            let parts = published.enumerated().map { index, part in
                state.finishedPart(index + 1, part, end: state.ends[index])
            }
            return (parts, state.ends[begun.count - 1])
        }
        return Finished(parts: parts, end: end, limit: limit?.end)
    }

    private func endParts(at wantedEnd: MediaTime) -> PartSizes.Limit? {
        nextPart.end()
        let (limit, steps) = state.withLock { state in
            state.isEnded = true
            let steps = tracks.indices.map { track in
                Steps(state.router?.finish(track: track) ?? [], state.begun)
            }
            return (state.sizes?.limit, steps)
        }
        for (track, steps) in steps.enumerated() { steps.take(onTrack: track) }
        let end = limit.map { min($0.time, wantedEnd) } ?? wantedEnd
        let (open, unwanted) = state.withLock { state in
            let closedCount = state.closedCount
            let lastIndex = state.begun.indices.last { $0 < closedCount || state.begun[$0].start < end } ?? 0
            let unwanted = state.begun[(lastIndex + 1)...].map(\.part)
            state.begun.removeSubrange((lastIndex + 1)...)
            // A part that is closed keeps the end that it has.
            let lastEnd = lastIndex < closedCount ? state.ends[lastIndex] : end
            state.ends = state.ends.prefix(lastIndex) + [lastEnd]
            state.droppedMarkerCount += state.markers.count { $0.time >= lastEnd }
            let open = (closedCount..<max(closedCount, lastIndex + 1)).map { index in
                (state.begun[index].part, state.ends[index])
            }
            return (open, unwanted)
        }
        for part in unwanted { part.giveUp(in: film) }
        for (part, end) in open { part.finish(at: end) }
        return limit
    }

    /// Gives up what is not finished: no file of it is left.
    ///
    /// Parts that have their names stay.
    func cancel() {
        nextPart.end()
        for part in [first] + state.withLock({ $0.begun.map(\.part) }) { part.giveUp(in: film) }
        trouble.finish()
    }
}
