import DoubletakeMedia
import DoubletakeWriting

/// The markers of a Matroska film that is being written: elements between its clusters that readers skip.
///
/// A segment has one list of chapters, which only its end can tell of all markers. Until then each is in an element Void
/// (RFC 8794, 11.3.2), where a repair finds it.
enum MatroskaMarkers {
    /// What a marker's element begins with: sixteen bytes that were drawn by lot for it.
    private static let signature: [UInt8] = [
        0x6a, 0x1d, 0x52, 0xe0, 0x9b, 0x3c, 0x47, 0x7e, 0xa8, 0x04, 0xd1, 0x9f, 0x2b, 0x66, 0xc5, 0x38,
    ]

    /// The time in nanoseconds, which follows.
    private static let timeByteCount = 8

    /// The most bytes of an element that could be one.
    private static let longestElement = 8 + signature.count + timeByteCount + Marker.longestNameByteCount

    /// The element of a marker.
    static func element(_ marker: TimedMarker) -> [UInt8] {
        let time = UInt64(max(0, marker.time.wholeNanoseconds))
        let timeBytes = (0..<timeByteCount).reversed().map { UInt8(truncatingIfNeeded: time >> (8 * UInt64($0))) }
        let content = signature + timeBytes + Array(marker.name.utf8)
        return EBMLElement.void(content)
    }

    /// The markers in a film, in the order in which they were set; none behind something that is no element.
    static func markers(in storage: any ByteStorage) throws(SystemCallError) -> [TimedMarker] {
        guard var offset = try EBMLElement.segmentContentOffset(in: storage) else { return [] }
        var markers: [TimedMarker] = []
        let end = try storage.byteCount()
        while offset < end {
            let head = try storage.read(at: offset, count: EBMLElement.longestHead)
            guard let element = EBMLElement.head(of: head[...]), let length = element.byteCount else { break }
            let isMarker = element.identifier == EBMLElement.voidIdentifier && length <= longestElement
            if isMarker {
                let content = try storage.read(at: offset + Int64(element.headByteCount), count: length)
                if content.count == length, let marker = marker(content) { markers.append(marker) }
            }
            offset += Int64(element.headByteCount) + Int64(length)
        }
        return markers
    }

    /// What an element says; nil when it is none of ours.
    private static func marker(_ content: [UInt8]) -> TimedMarker? {
        let name = content.dropFirst(signature.count + timeByteCount)
        guard content.starts(with: signature), content.count >= signature.count + timeByteCount,
            let text = String(validating: name, as: UTF8.self)
        else { return nil }
        let timeBytes = content[signature.count..<signature.count + timeByteCount]
        let time = timeBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let nanoseconds = Int64(exactly: time) else { return nil }
        return TimedMarker(time: .nanoseconds(nanoseconds), name: text)
    }
}
