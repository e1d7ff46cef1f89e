package import DoubletakeReading

/// Opens films with libavformat.
package struct LibAVDemuxerProvider: DemuxerProvider {
    /// Creates a provider.
    package init() {}

    /// Opens the file at `path`.
    package func openDemuxer(path: String) throws(ReaderError) -> any Demuxer {
        try LibAVDemuxer(path: path)
    }
}
