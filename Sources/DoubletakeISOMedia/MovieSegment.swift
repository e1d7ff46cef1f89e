/// A part of a movie in fragments that can be sent on its own.
package struct MovieSegment: Hashable, Sendable {
    /// What it holds.
    package enum Kind: Hashable, Sendable {
        /// The header, which every media segment needs.
        case initialization
        /// Fragments with their media.
        case media
    }

    /// What it holds.
    package let kind: Kind
    /// Whole boxes.
    package let bytes: [UInt8]

    /// Takes apart what a muxer wrote at once: what comes before the first fragment is the header.
    package static func segments(in bytes: [UInt8]) throws(ISOMediaError) -> [MovieSegment] {
        var end = 0
        while end < bytes.count {
            let head = bytes[end..<min(end + BoxStart.longestHeader, bytes.count)]
            let start = BoxStart(head, at: Int64(end), end: Int64(bytes.count), isTopLevel: true)
            guard case .complete(let box) = start else { throw .cutShort(box: nil, offset: Int64(end)) }
            // What stands before a fragment belongs to it.
            if box.type == .moof || box.type == .emsg { break }
            end = Int(box.end)
        }
        let parts = [
            MovieSegment(kind: .initialization, bytes: Array(bytes[..<end])),
            MovieSegment(kind: .media, bytes: Array(bytes[end...])),
        ]
        return parts.filter { !$0.bytes.isEmpty }
    }
}
