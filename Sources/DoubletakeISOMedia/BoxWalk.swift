/// Goes from box to box by small reads, without loading what is in them.
struct BoxWalk {
    private let file: MovieFile
    private let end: Int64
    private let isTopLevel: Bool
    private var boxCount = 0
    /// The file offset at which the next box begins.
    private(set) var offset: Int64

    /// Walks the top level of a file.
    init(_ file: MovieFile) {
        self.file = file
        offset = 0
        end = file.byteCount
        isTopLevel = true
    }

    /// Walks the boxes in a container.
    init(_ file: MovieFile, in container: BoxHeader) {
        self.file = file
        offset = container.contentOffset
        end = container.end
        isTopLevel = false
    }

    /// What stands at `offset`, which moves behind it if it is a complete box; nil at the end.
    mutating func next() throws(ISOMediaError) -> BoxStart? {
        guard offset < end else { return nil }
        guard boxCount < Limits.boxCount else { throw .tooManyBoxes(limit: Limits.boxCount) }
        boxCount += 1
        let bytes = try file.bytes(at: offset, count: Int(min(Int64(BoxStart.longestHeader), end - offset)))
        let start = BoxStart(bytes[...], at: offset, end: end, isTopLevel: isTopLevel)
        if case .complete(let box) = start { offset = box.end }
        return start
    }

    /// Goes on behind something that is no box, or less than it says.
    mutating func resume(at offset: Int64) {
        self.offset = offset
    }

    /// The first box of `type` in a container; nil when there is none.
    static func first(
        _ type: FourCC,
        in container: BoxHeader,
        of file: MovieFile
    ) throws(ISOMediaError) -> BoxHeader? {
        var walk = BoxWalk(file, in: container)
        while let start = try walk.next() {
            guard case .complete(let box) = start else {
                throw .malformed(box: container.type, offset: walk.offset, reason: "it is larger than what is in it")
            }
            if box.type == type { return box }
        }
        return nil
    }
}
