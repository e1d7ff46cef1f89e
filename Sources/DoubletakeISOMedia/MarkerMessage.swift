import DoubletakeMedia

/// A marker among the fragments of a movie that is being recorded: an Event Message Box (ISO/IEC 23009-1, 5.10.3.3),
/// which players pass over.
///
/// Its data is a sample of the chapters that the finished movie has, which points to where it lies: nothing is written
/// twice.
package struct MarkerMessage {
    /// When it is, in nanoseconds from the movie's beginning.
    let nanoseconds: Int64
    /// The file offset of the sample.
    let sampleOffset: Int64
    /// How many bytes the sample has.
    let sampleByteCount: UInt32
    /// The file offset of a sample without text: the two zeros before the marker's own are a length of nothing.
    var blankOffset: Int64 { sampleOffset - Int64(Self.blankByteCount) }
    /// How many bytes a sample without text has.
    static let blankByteCount: UInt32 = 2
    /// Where the box ends.
    let end: Int64

    /// What says that the box is one of ours, as every kind of message has its own: a number that was drawn by lot.
    private static let scheme = "urn:uuid:5a2f7c1e-8d43-4b0a-9c66-31e7b0f4a925"

    /// The most bytes of a box that is read: ours take fewer than four hundred.
    ///
    /// Fewer, and a longer name than ours isn't found; more, and a file of foreign messages takes long to repair.
    private static let longestBox: Int64 = 4_096

    /// Nanoseconds in a second: the recorder's own unit, so that a time is rounded once, in the finished index.
    private static let timescale: UInt32 = 1_000_000_000

    /// Writes the box of a marker.
    ///
    /// - Parameters:
    ///   - time: when it is, from the movie's beginning on.
    ///   - name: what it is called; fewer than 65,536 bytes.
    ///   - number: how many came before it.
    package static func box(time: Duration, name: String, number: UInt32) -> [UInt8] {
        var writer = BoxWriter()
        writer.fullBox(.emsg, version: 1) { writer in
            writer.uint32(timescale)
            writer.int64(max(0, time.wholeNanoseconds))
            // An instant.
            writer.uint32(0)
            writer.uint32(number)
            writer.append(Array(scheme.utf8)[...])
            // The scheme ends here, and so does the value, which it has no use for.
            writer.append([0, 0])
            writer.textSample(name)
        }
        return writer.bytes
    }

    /// Reads a box; nil for somebody else's message, and for one that is damaged, which is no reason to lose a film.
    init?(_ header: BoxHeader, in file: MovieFile) throws(ISOMediaError) {
        guard header.byteCount <= Self.longestBox else { return nil }
        let box = try file.box(header)
        do throws(ISOMediaError) {
            var content = box.content
            _ = try content.versionAndFlags(versions: 1...1)
            guard try content.uint32() == Self.timescale else { return nil }
            nanoseconds = try content.int64()
            _ = try content.uint64()
            let text = Array(Self.scheme.utf8) + [0, 0]
            guard nanoseconds >= 0, try content.bytes(text.count).elementsEqual(text) else { return nil }
            sampleByteCount = UInt32(content.byteCount)
            sampleOffset = header.end - Int64(content.byteCount)
            end = header.end
            // A length and as many bytes at least: else a player reads on in what follows.
            let length = Int(try content.uint8()) << 8 | Int(try content.uint8())
            guard length <= content.byteCount else { return nil }
        } catch {
            return nil
        }
    }
}

extension BoxWriter {
    /// A sample of text: its length, the text, and what says that it is in UTF-8 (QuickTime File Format, "Text sample
    /// data").
    mutating func textSample(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(bytes.count <= UInt16.max, "a chapter's name is a line")
        append([UInt8(bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)])
        append(bytes[...])
        box("encd") { writer in writer.uint32(0x100) }
    }
}
