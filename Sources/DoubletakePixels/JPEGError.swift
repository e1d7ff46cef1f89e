/// Why a JPEG can't be shown.
package enum JPEGError: Error, Hashable {
    /// There is no memory for a decoder.
    case noDecoder
    /// It is no JPEG, or its header is damaged.
    case unreadable(reason: String)
    /// It is a JPEG of a kind that no camera makes: in colours that aren't luma and chroma, or larger than any sensor.
    case unsupported
    /// Its samples are damaged, or the end is missing.
    case damaged(reason: String)
}
