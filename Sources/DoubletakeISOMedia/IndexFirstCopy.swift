package import DoubletakeMedia

/// Copies a finished movie so that its index comes before its media: a player on a network then begins with the first
/// bytes.
package enum IndexFirstCopy {
    /// How much is copied at one time.
    ///
    /// Less, and there are more calls; more only takes memory.
    private static let pieceByteCount: Int64 = 1 << 20

    /// Copies the movie in `source` into `target`, which is empty.
    ///
    /// - Throws: what is wrong with the movie, which must be finished, or why the copy could not be written.
    package static func copy(_ source: any ByteStorage, to target: any ByteStorage) throws(ISOMediaError) {
        let file = try MovieFile(source)
        let layout = try MovieLayout(file)
        guard layout.state == .finished, layout.tail == nil, let first = layout.boxes.first, first.type == .ftyp else {
            throw .malformed(box: .moov, offset: layout.index.offset, reason: "it isn't that of a finished movie")
        }
        let index = try file.box(layout.index)
        let moved = try moving(index, mediaBefore: layout.index.offset, by: layout.index.byteCount)
        var end: Int64 = 0
        let parts: [Part] =
            [.range(first.offset..<first.end), .bytes(moved)]
            + layout.boxes.dropFirst().filter { $0 != layout.index }.map { .range($0.offset..<$0.end) }
        for part in parts {
            switch part {
            case .bytes(let bytes):
                try write(bytes, to: target, at: &end)
            case .range(let range):
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let count = min(pieceByteCount, range.upperBound - offset)
                    try write(try file.bytes(at: offset, count: Int(count)), to: target, at: &end)
                    offset += count
                }
            }
        }
        try calling { () throws(SystemCallError) in try target.synchronize() }
    }

    private enum Part {
        case range(Range<Int64>)
        case bytes([UInt8])
    }

    /// The index of media of which those before `boundary` move by `distance`.
    private static func moving(
        _ index: Box,
        mediaBefore boundary: Int64,
        by distance: Int64
    ) throws(ISOMediaError) -> [UInt8] {
        var writer = BoxWriter()
        writer.append(index.bytes)
        var content = index.content
        while let track = try content.nextBox() {
            guard track.header.type == .trak else { continue }
            let table = try track.required(.mdia).required(.minf).required(.stbl)
            guard let offsets = try table.optional(.co64) else {
                throw table.malformed("its offsets have 32 bits")
            }
            var list = offsets.content
            _ = try list.versionAndFlags(versions: 0...0)
            let count = try list.entryCount(entryByteCount: 8, limit: Limits.sampleCount)
            var place = list.rest.startIndex - index.bytes.startIndex
            for _ in 0..<count {
                let offset = try list.int64()
                let moved = offset < boundary ? offset + distance : offset
                writer.replaceUInt32(at: place, with: UInt32(truncatingIfNeeded: moved >> 32))
                writer.replaceUInt32(at: place + 4, with: UInt32(truncatingIfNeeded: moved))
                place += 8
            }
        }
        return writer.bytes
    }

    private static func write(
        _ bytes: [UInt8],
        to target: any ByteStorage,
        at end: inout Int64
    ) throws(ISOMediaError) {
        let place = end
        try calling { () throws(SystemCallError) in try target.write(bytes, at: place) }
        end += Int64(bytes.count)
    }

    private static func calling(_ body: () throws(SystemCallError) -> Void) throws(ISOMediaError) {
        do throws(SystemCallError) {
            try body()
        } catch {
            throw .storage(error)
        }
    }
}
