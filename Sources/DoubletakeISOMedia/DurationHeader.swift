/// What the headers of a movie, a track and its media have in common: when it was made and how long it is.
///
/// All three keep their times in 32 bits in version 0 and in 64 bits in version 1; we keep what stands around them.
struct DurationHeader {
    private let type: FourCC
    private let flags: UInt32
    private let creationTime: UInt64
    private let modificationTime: UInt64
    /// The time scale in a movie and its media, the number of the track in a track header.
    let identity: UInt32
    private let reserved: ArraySlice<UInt8>
    /// In ticks; all ones when it was unknown.
    let duration: UInt64
    private var rest: ArraySlice<UInt8>

    /// Reads a Movie Header Box (ISO/IEC 14496-12, 8.2.2).
    static func movieHeader(_ box: Box) throws(ISOMediaError) -> DurationHeader {
        try withTimescale(box)
    }

    /// Reads a Track Header Box (ISO/IEC 14496-12, 8.3.2).
    static func trackHeader(_ box: Box) throws(ISOMediaError) -> DurationHeader {
        try DurationHeader(box, reservedByteCount: 4)
    }

    /// Reads a Media Header Box (ISO/IEC 14496-12, 8.4.2).
    static func mediaHeader(_ box: Box) throws(ISOMediaError) -> DurationHeader {
        try withTimescale(box)
    }

    private static func withTimescale(_ box: Box) throws(ISOMediaError) -> DurationHeader {
        let header = try DurationHeader(box, reservedByteCount: 0)
        guard header.identity > 0 else { throw box.malformed("it counts zero ticks a second") }
        return header
    }

    private init(_ box: Box, reservedByteCount: Int) throws(ISOMediaError) {
        type = box.header.type
        var content = box.content
        let (version, flags) = try content.versionAndFlags(versions: 0...1)
        self.flags = flags
        creationTime = try content.time(version: version)
        modificationTime = try content.time(version: version)
        identity = try content.uint32()
        reserved = try content.bytes(reservedByteCount)
        duration = try content.time(version: version)
        rest = content.rest
    }

    private init(
        _ type: FourCC, flags: UInt32, identity: UInt32, like other: DurationHeader, reserved: [UInt8], _ rest: [UInt8]
    ) {
        self.type = type
        self.flags = flags
        creationTime = other.creationTime
        modificationTime = other.modificationTime
        self.identity = identity
        self.reserved = reserved[...]
        duration = 0
        self.rest = rest[...]
    }

    /// The header of a new track of this movie, which is disabled, and shows nothing (ISO/IEC 14496-12, 8.3.2).
    func trackHeader(id: UInt32) -> DurationHeader {
        var rest = BoxWriter()
        // 8 bytes reserved, then layer, group, volume and 2 bytes reserved.
        for _ in 0..<4 { rest.uint32(0) }
        for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { rest.uint32(value) }
        rest.uint64(0)
        // In the movie, and not enabled.
        return DurationHeader(.tkhd, flags: 2, identity: id, like: self, reserved: [0, 0, 0, 0], rest.bytes)
    }

    /// The header of the media of a new track of this movie, in no language (ISO/IEC 14496-12, 8.4.2).
    func mediaHeader(timescale: UInt32) -> DurationHeader {
        // "und", in five bits a letter.
        DurationHeader(.mdhd, flags: 0, identity: timescale, like: self, reserved: [], [0x55, 0xC4, 0, 0])
    }

    /// The header of the movie with one more track: the number that the next one would get is behind all that are in use.
    func adding(trackID id: UInt32) -> DurationHeader {
        guard rest.count >= 4 else { return self }
        var header = self
        var writer = BoxWriter()
        writer.append(rest)
        let place = rest.count - 4
        let next = writer.bytes[place...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        writer.replaceUInt32(at: place, with: max(next, id == .max ? id : id + 1))
        header.rest = writer.bytes[...]
        return header
    }

    /// The header of a track, with another appearance.
    func appearing(_ appearance: TrackAppearance) -> DurationHeader {
        var header = self
        header.rest = appearance.applied(to: rest)
        return header
    }

    /// Writes the header with another duration, in 64 bits if any of its times needs them.
    func write(to writer: inout BoxWriter, duration: UInt64) {
        // All ones in 32 bits would mean "unknown", so that number needs 64 bits as well.
        let isLong = max(creationTime, modificationTime, duration) >= UInt64(UInt32.max)
        writer.fullBox(type, version: isLong ? 1 : 0, flags: flags) { writer in
            writer.time(creationTime, isLong: isLong)
            writer.time(modificationTime, isLong: isLong)
            writer.uint32(identity)
            writer.append(reserved)
            writer.time(duration, isLong: isLong)
            writer.append(rest)
        }
    }
}

extension BoxReader {
    /// A time or duration of a header: 32 bits in version 0, 64 in version 1.
    ///
    /// All ones, "unknown", stay all ones.
    mutating func time(version: UInt8) throws(ISOMediaError) -> UInt64 {
        if version == 1 { return try uint64() }
        let short = try uint32()
        return short == .max ? .max : UInt64(short)
    }
}

extension BoxWriter {
    /// A time or duration of a header; `value` fits into 32 bits unless `isLong`.
    mutating func time(_ value: UInt64, isLong: Bool) {
        if isLong {
            uint64(value)
        } else {
            uint32(UInt32(truncatingIfNeeded: value))
        }
    }
}
