/// A complete fragment, read and found sound.
struct MovieFragment {
    /// Samples of one track that lie one after another in the file.
    struct Run {
        /// The file offset of the first.
        let offset: Int64
        let samples: [Sample]
        let descriptionIndex: UInt32
    }

    /// The part of one track.
    struct TrackPart {
        /// The place of the track in the movie, from 0.
        let trackNumber: Int
        /// When its first sample is decoded, in the track's ticks; nil when it follows the fragment before.
        let decodeTime: Int64?
        /// Without empty ones.
        let runs: [Run]
    }

    private(set) var parts: [TrackPart] = []
    private(set) var sampleCount = 0
    private var runCount = 0
    private let mediaData: BoxHeader
    private let movie: FragmentedMovie
    private let fragmentOffset: Int64
    private let sampleLimit: Int

    /// Reads a Movie Fragment Box (ISO/IEC 14496-12, 8.8.4).
    ///
    /// - Parameters:
    ///   - box: the box, whole.
    ///   - mediaData: the Media Data Box that comes with it, in which all its samples must lie.
    ///   - movie: whose fragment it is.
    init(_ box: Box, mediaData: BoxHeader, of movie: FragmentedMovie) throws(ISOMediaError) {
        self.mediaData = mediaData
        self.movie = movie
        fragmentOffset = box.header.offset
        // A sample has a byte of data, or an entry of its own in a run: memory stays in proportion to the file.
        let byteCount = mediaData.end - box.header.offset
        sampleLimit = Int(min(byteCount, Int64(Limits.sampleCountInFragment)))
        // Without a word on it, the first track's offsets count from the fragment, the next one's from where the data
        // of the one before ends (8.8.7.1).
        var base = box.header.offset
        var content = box.content
        while let child = try content.nextBox() {
            if child.header.type == .traf { base = try addPart(child, impliedBase: base) }
        }
    }

    /// Reads a Track Fragment Box (ISO/IEC 14496-12, 8.8.6), and gives the offset at which its data ends.
    private mutating func addPart(_ box: Box, impliedBase: Int64) throws(ISOMediaError) -> Int64 {
        try countRun(in: box)
        let headerBox = try box.required(.tfhd)
        let (trackNumber, header) = try TrackFragmentHeader.trackFragmentHeader(headerBox, of: movie)
        let base: Int64
        if let ownBase = header.baseDataOffset {
            // An offset beyond 63 bits lies in no file: the check of the run's place refuses the largest number too.
            base = Int64(clamping: ownBase)
        } else {
            base = header.isBasedOnFragment ? fragmentOffset : impliedBase
        }
        var position = base
        var runs: [Run] = []
        var content = box.content
        while let child = try content.nextBox() {
            if FourCC.decryption.contains(child.header.type) {
                throw .foreignFragments(box: child.header.type, offset: child.header.offset)
            }
            guard child.header.type == .trun else { continue }
            try countRun(in: child)
            let limit = sampleLimit - sampleCount
            let run = try TrackRun.trackRun(child, defaults: header.defaults, limit: limit)
            if let offset = run.dataOffset { position = base.addingReportingOverflow(Int64(offset)).partialValue }
            guard !run.samples.isEmpty else { continue }
            runs.append(
                Run(offset: position, samples: run.samples, descriptionIndex: header.defaults.descriptionIndex)
            )
            position = try end(of: run, at: position, in: child)
            sampleCount += run.samples.count
        }
        parts.append(TrackPart(trackNumber: trackNumber, decodeTime: try decodeTime(box), runs: runs))
        return position
    }

    private mutating func countRun(in box: Box) throws(ISOMediaError) {
        runCount += 1
        guard runCount <= Limits.runCountInFragment else { throw box.malformed("its fragment has too many runs") }
    }

    /// Where a run ends that begins at `offset`; an error if it isn't in the fragment's media data.
    private func end(of run: TrackRun, at offset: Int64, in box: Box) throws(ISOMediaError) -> Int64 {
        // No overflow: a fragment has at most 2^20 samples, of 32 bits each.
        let byteCount = run.samples.reduce(Int64(0)) { $0 + Int64($1.size) }
        guard offset >= mediaData.contentOffset, offset <= mediaData.end, byteCount <= mediaData.end - offset else {
            throw box.malformed("its samples don't lie in the media data at byte \(mediaData.offset)")
        }
        return offset + byteCount
    }

    /// Reads the Track Fragment Media Decode Time Box (ISO/IEC 14496-12, 8.8.12) of a track fragment, if it has one.
    private func decodeTime(_ fragment: Box) throws(ISOMediaError) -> Int64? {
        guard let box = try fragment.optional(.tfdt) else { return nil }
        var content = box.content
        let (version, _) = try content.versionAndFlags(versions: 0...1)
        let time = version == 1 ? try content.uint64() : UInt64(try content.uint32())
        guard time <= Limits.decodeTime else { throw box.malformed("it begins after \(time) ticks") }
        return Int64(time)
    }
}
