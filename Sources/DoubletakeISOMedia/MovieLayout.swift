package import DoubletakeMedia

/// How a movie file is made up on its top level, read without loading the media.
package struct MovieLayout: Sendable {
    /// Whether a recorder finished the file.
    package enum State: Hashable, Sendable {
        /// It has an ordinary index, which lists all samples.
        case finished
        /// It is in fragments: a recorder is still writing it, or was stopped before it could finish.
        case unfinished
    }

    /// What follows the last complete box: the beginning of one that was being written, or what a disk without power
    /// left there.
    package struct Tail: Hashable, Sendable {
        /// The file offset of its first byte.
        package let offset: Int64
        /// Its length.
        package let byteCount: Int64
        /// The type of the box that begins there, if it can still be read.
        package let box: FourCC?
    }

    /// Bytes between fragments that are no boxes: what a bad disk, or one without power, made of some.
    package struct Gap: Hashable, Sendable {
        /// The file offset of its first byte.
        package let offset: Int64
        /// Its length.
        package let byteCount: Int64
    }

    /// The length of the file.
    package let byteCount: Int64
    /// The complete boxes, in the order of the file.
    package let boxes: [BoxHeader]
    /// Where in between no box could be read, in an unfinished file: behind each a fragment follows.
    package let gaps: [Gap]
    /// What follows them; nil in a file that isn't cut.
    package let tail: Tail?
    /// The first index (moov).
    package let index: BoxHeader
    /// Whether the file is finished.
    package let state: State

    /// Reads the layout of a file.
    package init(of storage: any ByteStorage) throws(ISOMediaError) {
        try self.init(MovieFile(storage))
    }

    /// Whether a recorder left the file in fragments, unfinished: what `repair` looks for.
    ///
    /// It reads as far as the first index, and so takes the same time for a file of any length.
    package static func isUnfinished(_ storage: any ByteStorage) throws(ISOMediaError) -> Bool {
        let file = try MovieFile(storage)
        var walk = BoxWalk(file)
        var isFirst = true
        while let start = try walk.next() {
            if isFirst { try checkFirst(start) }
            isFirst = false
            guard case .complete(let box) = start else { break }
            if box.type == .moov { return try state(index: box, of: file) == .unfinished }
        }
        throw isFirst ? .notISOMedia : .indexMissing
    }

    init(_ file: MovieFile) throws(ISOMediaError) {
        var boxes: [BoxHeader] = []
        var gaps: [Gap] = []
        var tail: Tail?
        var index: BoxHeader?
        var state = State.finished
        var walk = BoxWalk(file)
        while tail == nil, let start = try walk.next() {
            if boxes.isEmpty { try Self.checkFirst(start) }
            var offset = walk.offset
            var cutType: FourCC?
            switch start {
            case .complete(let box):
                if index == nil, box.type == .moov { (index, state) = (box, try Self.state(index: box, of: file)) }
                boxes.append(box)
                // A length that was lost looks like one that wasn't known.
                guard box.isOpenEnded, state == .unfinished else { continue }
                offset = box.offset
            case .cut(let type): cutType = type
            case .unreadable: break
            }
            // Only where there are fragments can there be another one.
            if state == .unfinished, let next = try FragmentSearch.firstFragment(after: offset, in: file) {
                if case .complete = start { boxes.removeLast() }
                gaps.append(Gap(offset: offset, byteCount: next - offset))
                walk.resume(at: next)
            } else if offset == walk.offset {
                tail = Tail(offset: offset, byteCount: file.byteCount - offset, box: cutType)
            }
        }
        guard !boxes.isEmpty || tail != nil else { throw .notISOMedia }
        guard let index else { throw .indexMissing }
        byteCount = file.byteCount
        self.boxes = boxes
        self.gaps = gaps
        self.tail = tail
        self.index = index
        self.state = state
    }

    /// Throws unless a movie can begin so.
    private static func checkFirst(_ start: BoxStart) throws(ISOMediaError) {
        switch start {
        case .complete(let box) where FourCC.firstInFile.contains(box.type): return
        case .cut(let type) where FourCC.firstInFile.contains(type): return
        default: throw .notISOMedia
        }
    }

    private static func state(index: BoxHeader, of file: MovieFile) throws(ISOMediaError) -> State {
        try BoxWalk.first(.mvex, in: index, of: file) == nil ? .finished : .unfinished
    }
}
