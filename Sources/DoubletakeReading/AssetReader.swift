public import DoubletakeMedia

/// Reads a file back into pictures and samples.
///
/// One thread or task uses it at a time. It decodes as it goes: `next()` may take as long as a picture takes to decode.
public final class AssetReader {
    /// The file's tracks.
    public let tracks: [ReadTrack]
    /// The file's chapters, in their order, each at the instant in the film at which it begins.
    public let markers: [Marker]
    private let demuxer: any Demuxer

    /// Opens the file at `path` through a demuxer of `provider`.
    package init(path: String, demuxers provider: any DemuxerProvider) throws(ReaderError) {
        demuxer = try provider.openDemuxer(path: path)
        tracks = demuxer.tracks
        markers = demuxer.markers
    }

    /// The next picture or run of sound in the order of the file; nil at its end.
    public func next() throws(ReaderError) -> ReadSample? {
        try demuxer.nextSample()
    }
}
