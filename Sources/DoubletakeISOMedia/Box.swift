/// A box that was read whole.
struct Box {
    let header: BoxHeader
    /// All of it, the header too.
    ///
    /// The slice is part of a larger box's bytes where it was found in one.
    let bytes: ArraySlice<UInt8>

    /// A cursor at the first byte after the header.
    var content: BoxReader { BoxReader(self) }

    /// An error that names this box.
    func malformed(_ reason: String) -> ISOMediaError {
        .malformed(box: header.type, offset: header.offset, reason: reason)
    }

    /// The box of `type` in this one, which has to be there, and once.
    func required(_ type: FourCC) throws(ISOMediaError) -> Box {
        guard let box = try optional(type) else { throw malformed("it has no \(type)") }
        return box
    }

    /// The box of `type` in this one, which may be there once; nil when there is none.
    ///
    /// Whoever writes the finished index counts on "once": each gets the tables of a whole track.
    func optional(_ type: FourCC) throws(ISOMediaError) -> Box? {
        var found: Box?
        var content = content
        while let box = try content.nextBox() {
            guard box.header.type == type else { continue }
            guard found == nil else { throw malformed("it has two \(type)") }
            found = box
        }
        return found
    }
}
