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

    /// The length of the file.
    package let byteCount: Int64
    /// The complete boxes, in the order of the file.
    package let boxes: [BoxHeader]
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
        var tail: Tail?
        var walk = BoxWalk(file)
        while tail == nil, let start = try walk.next() {
            if boxes.isEmpty { try Self.checkFirst(start) }
            switch start {
            case .complete(let box): boxes.append(box)
            case .cut(let type): tail = Self.tail(of: file, at: walk.offset, box: type)
            case .unreadable: tail = Self.tail(of: file, at: walk.offset, box: nil)
            }
        }
        guard !boxes.isEmpty || tail != nil else { throw .notISOMedia }
        guard let index = boxes.first(where: { $0.type == .moov }) else { throw .indexMissing }
        byteCount = file.byteCount
        self.boxes = boxes
        self.tail = tail
        self.index = index
        state = try Self.state(index: index, of: file)
    }

    private static func tail(of file: MovieFile, at offset: Int64, box: FourCC?) -> Tail {
        Tail(offset: offset, byteCount: file.byteCount - offset, box: box)
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
