/// Reads the tables of a finished movie's track back into the index that they were written from.
///
/// What contradicts itself is an error: tables that don't tell of the same number of samples, numbers that can't be.
struct FinishedTrackReader {
    private let file: MovieFile
    private let table: BoxHeader

    /// - Parameter table: the track's Sample Table Box (ISO/IEC 14496-12, 8.5.1).
    init(_ file: MovieFile, table: BoxHeader) {
        self.file = file
        self.table = table
    }

    /// The samples.
    func index() throws(ISOMediaError) -> TrackIndex {
        let sizes = try sampleSizes()
        let durations = try durations(of: sizes.count)
        return TrackIndex(
            sizes: sizes,
            durations: durations,
            compositionOffsets: try compositionOffsets(of: sizes.count),
            syncFlags: try syncFlags(of: sizes.count),
            chunks: try chunks(of: sizes.count),
            duration: durations.runs.reduce(0) { $0 + Int64($1.count) * Int64($1.value) }
        )
    }

    /// Reads a Sample Size Box (ISO/IEC 14496-12, 8.7.3.2).
    private func sampleSizes() throws(ISOMediaError) -> ContiguousArray<UInt32> {
        var walk = try required(.stsz)
        let common = try walk.uint32()
        let count = Int(try walk.uint32())
        guard count <= Limits.sampleCount else { throw .tooManySamples(limit: Limits.sampleCount) }
        if common > 0 {
            // Otherwise a few bytes could ask for a lot of memory.
            guard Int64(count) * Int64(common) <= file.byteCount else {
                throw walk.malformed("it lists \(count) samples")
            }
            return ContiguousArray(repeating: common, count: count)
        }
        guard Int64(count) * 4 <= walk.byteCount else { throw walk.malformed("it lists \(count) samples") }
        var sizes: ContiguousArray<UInt32> = []
        sizes.reserveCapacity(count)
        for _ in 0..<count { sizes.append(try walk.uint32()) }
        return sizes
    }

    /// Reads a Decoding Time to Sample Box (ISO/IEC 14496-12, 8.6.1.2).
    private func durations(of sampleCount: Int) throws(ISOMediaError) -> RunLengths<UInt32> {
        var walk = try required(.stts)
        return try runs(&walk, of: sampleCount) { $0 }
    }

    /// Reads a Composition Time to Sample Box (ISO/IEC 14496-12, 8.6.1.3), if there is one.
    private func compositionOffsets(of sampleCount: Int) throws(ISOMediaError) -> RunLengths<Int32> {
        guard let header = try BoxWalk.first(.ctts, in: table, of: file) else {
            var none = RunLengths<Int32>()
            none.append(0, count: UInt32(sampleCount))
            return none
        }
        var walk = try TableWalk(file, in: header)
        return try runs(&walk, of: sampleCount) { Int32(bitPattern: $0) }
    }

    private func runs<Value>(
        _ walk: inout TableWalk,
        of sampleCount: Int,
        _ value: (UInt32) -> Value
    ) throws(ISOMediaError) -> RunLengths<Value> {
        var runs = RunLengths<Value>()
        var left = sampleCount
        for _ in 0..<(try walk.entryCount(entryByteCount: 8)) {
            let count = try walk.uint32()
            guard Int(count) <= left else { throw walk.malformed("it tells of more than \(sampleCount) samples") }
            left -= Int(count)
            runs.append(value(try walk.uint32()), count: count)
        }
        guard left == 0 else { throw walk.malformed("it tells of \(sampleCount - left) samples of \(sampleCount)") }
        return runs
    }

    /// Reads a Sync Sample Box (ISO/IEC 14496-12, 8.6.2); without one decoding can begin with any sample.
    private func syncFlags(of sampleCount: Int) throws(ISOMediaError) -> RunLengths<Bool> {
        var flags = RunLengths<Bool>()
        guard let header = try BoxWalk.first(.stss, in: table, of: file) else {
            flags.append(true, count: UInt32(sampleCount))
            return flags
        }
        var walk = try TableWalk(file, in: header)
        var last: UInt32 = 0
        for _ in 0..<(try walk.entryCount(entryByteCount: 4)) {
            let number = try walk.uint32()
            guard number > last, Int(number) <= sampleCount else {
                throw walk.malformed("it lists sample \(number) after \(last)")
            }
            flags.append(false, count: number - last - 1)
            flags.append(true)
            last = number
        }
        flags.append(false, count: UInt32(sampleCount) - last)
        return flags
    }

    /// Reads a Sample To Chunk Box (ISO/IEC 14496-12, 8.7.4) with the Chunk Offset Box (8.7.5).
    private func chunks(of sampleCount: Int) throws(ISOMediaError) -> ContiguousArray<TrackIndex.Chunk> {
        var walk = try required(.stsc)
        let offsets = try chunkOffsets()
        var chunks: ContiguousArray<TrackIndex.Chunk> = []
        chunks.reserveCapacity(offsets.count)
        var left = Int64(sampleCount)
        var entries: [(first: UInt32, sampleCount: UInt32, description: UInt32)] = []
        for _ in 0..<(try walk.entryCount(entryByteCount: 12)) {
            let entry = (first: try walk.uint32(), sampleCount: try walk.uint32(), description: try walk.uint32())
            guard entry.first > entries.last?.first ?? 0, entries.isEmpty ? entry.first == 1 : true else {
                throw walk.malformed("it lists chunk \(entry.first) after \(entries.last?.first ?? 0)")
            }
            entries.append(entry)
        }
        for (number, entry) in entries.enumerated() {
            let end = number + 1 < entries.count ? Int(entries[number + 1].first) - 1 : offsets.count
            guard Int(entry.first) <= end, end <= offsets.count else {
                throw walk.malformed("it lists more than \(offsets.count) chunks")
            }
            left -= Int64(end - Int(entry.first) + 1) * Int64(entry.sampleCount)
            guard left >= 0 else { throw walk.malformed("it tells of more than \(sampleCount) samples") }
            for offset in offsets[Int(entry.first - 1)..<end] {
                chunks.append(
                    TrackIndex.Chunk(
                        offset: offset, sampleCount: entry.sampleCount, descriptionIndex: entry.description))
            }
        }
        guard left == 0 else { throw walk.malformed("\(left) samples are in no chunk") }
        return chunks
    }

    /// Reads a Chunk Offset Box (ISO/IEC 14496-12, 8.7.5), with 32 or 64 bits.
    private func chunkOffsets() throws(ISOMediaError) -> ContiguousArray<Int64> {
        let isLong: Bool
        var walk: TableWalk
        if let header = try BoxWalk.first(.co64, in: table, of: file) {
            (isLong, walk) = (true, try TableWalk(file, in: header))
        } else {
            (isLong, walk) = (false, try required(.stco))
        }
        var offsets: ContiguousArray<Int64> = []
        let count = try walk.entryCount(entryByteCount: isLong ? 8 : 4)
        offsets.reserveCapacity(count)
        for _ in 0..<count {
            // An offset beyond 63 bits lies in no file.
            offsets.append(isLong ? Int64(clamping: try walk.uint64()) : Int64(try walk.uint32()))
        }
        return offsets
    }

    private func required(_ type: FourCC) throws(ISOMediaError) -> TableWalk {
        guard let header = try BoxWalk.first(type, in: table, of: file) else {
            throw .malformed(box: table.type, offset: table.offset, reason: "it has no \(type)")
        }
        return try TableWalk(file, in: header)
    }
}
