package import DoubletakeMedia

/// Finds where boxes begin and end in a file, also those in others: the places where a cut is most likely to mislead a
/// reader.
package enum BoxBoundaries {
    private static let containers: Set<FourCC> = [.moov, .trak, .edts, .mdia, .minf, .stbl, .mvex, .moof, .traf]

    /// The offsets, each once, in order.
    package static func offsets(in storage: any ByteStorage) throws(ISOMediaError) -> [Int64] {
        let file = try MovieFile(storage)
        var offsets: Set<Int64> = [0]
        try add(BoxWalk(file), of: file, to: &offsets)
        return offsets.sorted()
    }

    private static func add(
        _ walk: BoxWalk,
        of file: MovieFile,
        to offsets: inout Set<Int64>
    ) throws(ISOMediaError) {
        var walk = walk
        while case .complete(let box)? = try walk.next() {
            offsets.insert(box.offset)
            offsets.insert(box.contentOffset)
            offsets.insert(box.end)
            if containers.contains(box.type) { try add(BoxWalk(file, in: box), of: file, to: &offsets) }
        }
    }
}
