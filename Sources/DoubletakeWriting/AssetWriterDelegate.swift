/// Takes the segments of a movie that is sent while it is made.
public protocol AssetWriterDelegate: AnyObject, Sendable {
    /// Takes the next segment: the initialization segment first, then the media segments in order.
    ///
    /// It is called on the writer's thread, which waits for it, and mustn't wait for the writer.
    func assetWriter(_ writer: AssetWriter, didOutputSegmentData data: [UInt8], segmentType: AssetSegmentType)
}

/// What a segment holds.
public enum AssetSegmentType: Hashable, Sendable {
    /// The header, which every other segment needs.
    case initialization
    /// Pictures and sound that can be decoded with the header alone.
    case separable
}
