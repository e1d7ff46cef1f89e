/// Where a box lies in its file, and what it is (ISO/IEC 14496-12, 4.2).
package struct BoxHeader: Hashable, Sendable {
    /// The file offset of its first byte.
    package let offset: Int64
    /// Its length with the header.
    package let byteCount: Int64
    /// What it is.
    package let type: FourCC
    /// Whether it says no length, and so reaches to the end of the file.
    package let isOpenEnded: Bool
    /// The length of the header: 8, or 16 with a 64-bit size.
    ///
    /// Small, since there are two boxes for each second recorded.
    private let shortHeaderByteCount: UInt8

    init(type: FourCC, offset: Int64, byteCount: Int64, headerByteCount: Int, isOpenEnded: Bool = false) {
        self.isOpenEnded = isOpenEnded
        self.type = type
        self.offset = offset
        self.byteCount = byteCount
        shortHeaderByteCount = UInt8(headerByteCount)
    }

    /// The length of the header: 8 bytes, or 16 with a 64-bit size.
    package var headerByteCount: Int { Int(shortHeaderByteCount) }

    /// The file offset of the first byte after the header.
    package var contentOffset: Int64 { offset + Int64(headerByteCount) }

    /// The file offset of the first byte after the box.
    package var end: Int64 { offset + byteCount }
}

/// What stands where a box should begin.
enum BoxStart {
    /// A box that lies wholly within what it stands in.
    case complete(BoxHeader)
    /// The header of a box that would reach beyond.
    case cut(FourCC)
    /// Nothing that could be a header.
    case unreadable

    /// The most bytes that a header takes.
    static let longestHeader = 16

    /// Reads the header of a box (ISO/IEC 14496-12, 4.2).
    ///
    /// - Parameters:
    ///   - bytes: what stands there: 16 bytes, or fewer when less is left.
    ///   - offset: the file offset of the first of them.
    ///   - end: where the file, or the box around it, ends.
    ///   - isTopLevel: only there may a size of 0 mean "up to the end of the file", and only media data is written so;
    ///     elsewhere it is what a disk leaves that lost its power: zeros.
    init(_ bytes: ArraySlice<UInt8>, at offset: Int64, end: Int64, isTopLevel: Bool) {
        guard bytes.count >= 8 else {
            self = .unreadable
            return
        }
        let shortSize = Self.uint32(bytes, at: 0)
        let type = FourCC(rawValue: Self.uint32(bytes, at: 4))
        let left = UInt64(end - offset)
        let size: UInt64
        switch shortSize {
        case 0 where isTopLevel && type == .mdat:
            size = left
        case 1 where bytes.count >= 16:
            size = UInt64(Self.uint32(bytes, at: 8)) << 32 | UInt64(Self.uint32(bytes, at: 12))
        case 1:
            self = .cut(type)
            return
        default:
            size = UInt64(shortSize)
        }
        let headerByteCount = shortSize == 1 ? 16 : 8
        if size < UInt64(headerByteCount) {
            self = .unreadable
        } else if size > left {
            self = .cut(type)
        } else {
            self = .complete(
                BoxHeader(
                    type: type,
                    offset: offset,
                    byteCount: Int64(size),
                    headerByteCount: headerByteCount,
                    isOpenEnded: shortSize == 0
                )
            )
        }
    }

    private static func uint32(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
        let start = bytes.startIndex + place
        let high = UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
        return high | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3])
    }
}
