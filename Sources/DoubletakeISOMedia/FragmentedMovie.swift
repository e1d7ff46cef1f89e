/// The index of a movie in fragments, as it was written when the recording began: no samples, but all that a finished
/// index needs to say of the tracks.
struct FragmentedMovie {
    /// One of its tracks.
    struct Track {
        let id: UInt32
        /// The kind of media: `vide`, `soun`, `text` (ISO/IEC 14496-12, 8.4.3).
        let mediaType: FourCC
        /// Ticks in a second.
        let timescale: UInt32
        /// How many sample descriptions it has.
        let descriptionCount: UInt32
        /// The length that the header gives, in the movie's ticks.
        let headerDuration: UInt64
        let edits: EditList
        var defaults = SampleDefaults()
    }

    /// The Movie Box (ISO/IEC 14496-12, 8.2.1), whole.
    let box: Box
    /// The movie's ticks in a second.
    let timescale: UInt32
    private(set) var tracks: [Track] = []

    init(_ box: Box) throws(ISOMediaError) {
        self.box = box
        timescale = try DurationHeader.movieHeader(try box.required(.mvhd)).identity
        var content = box.content
        while let child = try content.nextBox() {
            if child.header.type == .trak { try add(Self.track(child)) }
        }
        guard !tracks.isEmpty else { throw box.malformed("it has no trak") }
        try readDefaults(try box.required(.mvex))
    }

    /// The number of the track with an identifier, from 0; nil when there is none.
    func trackNumber(id: UInt32) -> Int? {
        tracks.firstIndex { $0.id == id }
    }

    private mutating func add(_ track: Track) throws(ISOMediaError) {
        guard tracks.count < Limits.trackCount else { throw box.malformed("it has too many tracks") }
        guard trackNumber(id: track.id) == nil else { throw box.malformed("two tracks have the number \(track.id)") }
        tracks.append(track)
    }

    /// Reads a Movie Extends Box (ISO/IEC 14496-12, 8.8.1).
    private mutating func readDefaults(_ box: Box) throws(ISOMediaError) {
        var content = box.content
        while let child = try content.nextBox() {
            guard child.header.type == .trex else { continue }
            let (trackID, defaults) = try SampleDefaults.trackExtends(child)
            if let number = trackNumber(id: trackID) { tracks[number].defaults = defaults }
        }
    }

    /// Reads a Track Box (ISO/IEC 14496-12, 8.3.1) and what is in it.
    private static func track(_ box: Box) throws(ISOMediaError) -> Track {
        let header = try DurationHeader.trackHeader(try box.required(.tkhd))
        let media = try box.required(.mdia)
        let mediaHeader = try DurationHeader.mediaHeader(try media.required(.mdhd))
        let table = try media.required(.minf).required(.stbl)
        if let sizes = try table.optional(.stsz), try sampleCount(sizes) > 0 {
            throw .samplesOutsideFragments(trackID: header.identity, offset: sizes.header.offset)
        }
        return Track(
            id: header.identity,
            mediaType: try handler(try media.required(.hdlr)),
            timescale: mediaHeader.identity,
            descriptionCount: try descriptionCount(try table.required(.stsd)),
            headerDuration: header.duration,
            edits: try edits(box)
        )
    }

    /// Reads the type in a Handler Reference Box (ISO/IEC 14496-12, 8.4.3).
    static func handler(_ box: Box) throws(ISOMediaError) -> FourCC {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...0)
        _ = try content.uint32()
        return try content.fourCC()
    }

    /// Reads the number of samples in a Sample Size Box (ISO/IEC 14496-12, 8.7.3.2).
    private static func sampleCount(_ box: Box) throws(ISOMediaError) -> UInt32 {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...0)
        _ = try content.uint32()
        return try content.uint32()
    }

    /// Reads the number of entries of a Sample Description Box (ISO/IEC 14496-12, 8.5.2).
    private static func descriptionCount(_ box: Box) throws(ISOMediaError) -> UInt32 {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...1)
        return try content.uint32()
    }

    /// Reads an Edit Box (ISO/IEC 14496-12, 8.6.5) of a track, if it has one.
    private static func edits(_ track: Box) throws(ISOMediaError) -> EditList {
        guard let edit = try track.optional(.edts), let list = try edit.optional(.elst) else { return EditList() }
        return try EditList.editList(list)
    }
}
