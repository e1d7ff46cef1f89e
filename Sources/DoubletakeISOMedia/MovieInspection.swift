package import DoubletakeMedia

/// Looks at a movie file's boxes: whether they are whole, agree with each other, and point to where the media is.
package struct MovieInspection: Sendable {
    /// A sample as the index tells of it.
    package struct SamplePlace: Hashable, Sendable {
        /// The file offset of its first byte.
        package let offset: Int64
        /// How many bytes it has.
        package let byteCount: Int
        /// When it is decoded, in ticks, from the track's first sample on.
        package let decodeTime: Int64
        /// Whether decoding can begin with it.
        package let isSync: Bool
    }

    /// Whether the movie is finished; nil when nobody can tell.
    package private(set) var state: MovieLayout.State?
    /// What is wrong with it; in a movie in fragments only what concerns the top level.
    package private(set) var faults: [ISOMediaError] = []
    private var tracks: [TrackIndex] = []

    /// Inspects a file.
    ///
    /// The media itself isn't read. The memory that it takes is that of the index.
    package init(of storage: any ByteStorage) {
        do throws(ISOMediaError) {
            let file = try MovieFile(storage)
            let layout = try MovieLayout(file)
            state = layout.state
            if let tail = layout.tail { faults.append(.cutShort(box: tail.box, offset: tail.offset)) }
            if layout.state == .finished { try inspectIndex(file, layout: layout) }
        } catch {
            faults.append(error)
        }
    }

    /// The samples of each track of a finished movie, in the order of decoding.
    package var samples: [[SamplePlace]] {
        tracks.map { track in
            var places: [SamplePlace] = []
            places.reserveCapacity(track.sizes.count)
            let durations = track.durations.runs.lazy.flatMap { repeatElement($0.value, count: Int($0.count)) }
            let flags = track.syncFlags.runs.lazy.flatMap { repeatElement($0.value, count: Int($0.count)) }
            var properties = zip(durations, flags).makeIterator()
            var time: Int64 = 0
            for chunk in track.chunks {
                var offset = chunk.offset
                for _ in 0..<chunk.sampleCount {
                    guard let (duration, isSync) = properties.next() else { break }
                    let size = Int(track.sizes[places.count])
                    places.append(SamplePlace(offset: offset, byteCount: size, decodeTime: time, isSync: isSync))
                    offset += Int64(size)
                    time += Int64(duration)
                }
            }
            return places
        }
    }

    private mutating func inspectIndex(_ file: MovieFile, layout: MovieLayout) throws(ISOMediaError) {
        let mediaData = layout.boxes.filter { $0.type == .mdat }
        // What each track's header says is checked on the way.
        _ = try FinishedIndexReader(file, index: layout.index).movie()
        var walk = BoxWalk(file, in: layout.index)
        while case .complete(let box)? = try walk.next() {
            guard box.type == .trak else { continue }
            do throws(ISOMediaError) {
                let table = try Self.sampleTable(of: box, in: file)
                let index = try FinishedTrackReader(file, table: table).index()
                try Self.check(index, lieIn: mediaData, table: table)
                tracks.append(index)
            } catch {
                if case .storage = error { throw error }
                faults.append(error)
            }
        }
    }

    private static func sampleTable(of track: BoxHeader, in file: MovieFile) throws(ISOMediaError) -> BoxHeader {
        var header = track
        for type in [FourCC.mdia, .minf, .stbl] {
            guard let next = try BoxWalk.first(type, in: header, of: file) else {
                throw .malformed(box: header.type, offset: header.offset, reason: "it has no \(type)")
            }
            header = next
        }
        return header
    }

    /// Throws unless every chunk lies in the media data.
    private static func check(
        _ index: TrackIndex,
        lieIn mediaData: [BoxHeader],
        table: BoxHeader
    ) throws(ISOMediaError) {
        var number = 0
        for chunk in index.chunks {
            let byteCount = index.sizes[number..<number + Int(chunk.sampleCount)].reduce(Int64(0)) { $0 + Int64($1) }
            number += Int(chunk.sampleCount)
            guard byteCount > 0 else { continue }
            let place = mediaData.partitioningIndex { $0.end > chunk.offset }
            guard place < mediaData.count, chunk.offset >= mediaData[place].contentOffset,
                byteCount <= mediaData[place].end - chunk.offset
            else {
                throw .malformed(
                    box: table.type,
                    offset: table.offset,
                    reason: "the \(byteCount) bytes at byte \(chunk.offset) that it lists are not in the media data"
                )
            }
        }
    }
}

extension [BoxHeader] {
    /// The first place of which `isBehind` is true; it is false before and true from there on.
    fileprivate func partitioningIndex(_ isBehind: (BoxHeader) -> Bool) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
