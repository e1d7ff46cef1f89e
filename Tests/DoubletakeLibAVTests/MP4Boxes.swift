/// Finds boxes in a film by their type (ISO/IEC 14496-12, 4.2).
enum MP4Boxes {
    private static let containers: Set<String> = ["moov", "trak", "edts", "mdia", "minf", "stbl", "udta"]

    /// What is in the boxes of that type, in the order of the file.
    static func contents(of type: String, in bytes: [UInt8]) -> [[UInt8]] {
        contents(of: type, in: bytes[...])
    }

    private static func contents(of type: String, in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard size >= 8, size <= rest.count else { break }
            let inside = rest.prefix(size).dropFirst(8)
            if name == type { found.append(Array(inside)) }
            if containers.contains(name) { found += contents(of: type, in: inside) }
            // Version, flags and the number of entries; then, in an entry for pictures, 78 bytes before its boxes.
            if name == "stsd" { found += contents(of: type, in: inside.dropFirst(8)) }
            if name == "avc1" { found += contents(of: type, in: inside.dropFirst(78)) }
            rest = rest.dropFirst(size)
        }
        return found
    }
}
