/// Puts boxes and big-endian numbers one after another.
struct BoxWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    mutating func reserveCapacity(_ byteCount: Int) {
        bytes.reserveCapacity(byteCount)
    }

    mutating func uint32(_ value: UInt32) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 24))
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func int32(_ value: Int32) {
        uint32(UInt32(bitPattern: value))
    }

    mutating func uint64(_ value: UInt64) {
        uint32(UInt32(truncatingIfNeeded: value >> 32))
        uint32(UInt32(truncatingIfNeeded: value))
    }

    mutating func int64(_ value: Int64) {
        uint64(UInt64(bitPattern: value))
    }

    mutating func fourCC(_ value: FourCC) {
        uint32(value.rawValue)
    }

    mutating func append(_ other: ArraySlice<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Writes a box around what `content` writes (ISO/IEC 14496-12, 4.2).
    mutating func box<Failure: Error>(
        _ type: FourCC,
        _ content: (inout BoxWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let start = bytes.count
        uint32(0)
        fourCC(type)
        try content(&self)
        // `Limits` holds the number of samples and of copied bytes so low that an index can't be larger.
        replaceUInt32(at: start, with: UInt32(bytes.count - start))
    }

    /// Puts another number in the place of one that was written at `index`.
    mutating func replaceUInt32(at index: Int, with value: UInt32) {
        for place in 0..<4 {
            bytes[index + place] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * place))
        }
    }

    /// Writes a box with a version and flags around what `content` writes (ISO/IEC 14496-12, 4.2).
    mutating func fullBox<Failure: Error>(
        _ type: FourCC,
        version: UInt8 = 0,
        flags: UInt32 = 0,
        _ content: (inout BoxWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try box(type) { writer throws(Failure) in
            writer.uint32(UInt32(version) << 24 | flags & 0xFF_FFFF)
            try content(&writer)
        }
    }
}
