/// Looks for the next fragment behind bytes that are no boxes.
enum FragmentSearch {
    /// How much is read at once.
    private static let windowByteCount: Int64 = 1 << 16
    /// "moof".
    private static let word: [UInt8] = [0x6D, 0x6F, 0x6F, 0x66]

    /// The file offset of the first fragment that begins behind `offset`; nil when there is none nearby.
    static func firstFragment(after offset: Int64, in file: MovieFile) throws(ISOMediaError) -> Int64? {
        // A window has what a type needs of the one before it.
        var start = offset + 5
        let end = min(file.byteCount, offset + Limits.searchedByteCount)
        while end - start >= Int64(word.count) {
            let window = try file.bytes(at: start, count: Int(min(windowByteCount, end - start)))
            var place = 0
            while let found = firstPlace(in: window, from: place) {
                let candidate = start + Int64(found) - 4
                if try isFragment(at: candidate, in: file) { return candidate }
                place = found + 1
            }
            start += Int64(window.count - word.count + 1)
        }
        return nil
    }

    /// Where the word begins that comes next in a window; nil when it doesn't come.
    ///
    /// It looks at the place of the last letter first, and mostly can go on by a whole word (Horspool, 1980).
    private static func firstPlace(in window: [UInt8], from start: Int) -> Int? {
        var last = start + word.count - 1
        while last < window.count {
            switch window[last] {
            case word[3]:
                if window[last - 1] == word[2], window[last - 2] == word[1], window[last - 3] == word[0] {
                    return last - 3
                }
                last += 4
            case word[2]: last += 1
            case word[0]: last += 3
            default: last += 4
            }
        }
        return nil
    }

    /// Whether a Movie Fragment Box begins there that has a header and is followed by media data.
    ///
    /// Four letters alone may stand in the media as well.
    private static func isFragment(at offset: Int64, in file: MovieFile) throws(ISOMediaError) -> Bool {
        guard let fragment = try box(.moof, at: offset, end: file.byteCount, in: file),
            try box("mfhd", at: fragment.contentOffset, end: fragment.end, in: file) != nil
        else { return false }
        return try box(.mdat, at: fragment.end, end: file.byteCount, in: file) != nil
    }

    private static func box(
        _ type: FourCC,
        at offset: Int64,
        end: Int64,
        in file: MovieFile
    ) throws(ISOMediaError) -> BoxHeader? {
        guard offset < end else { return nil }
        let count = Int(min(Int64(BoxStart.longestHeader), end - offset))
        let bytes = try file.bytes(at: offset, count: count)
        guard case .complete(let box) = BoxStart(bytes[...], at: offset, end: end, isTopLevel: false),
            box.type == type
        else { return nil }
        return box
    }
}
