import DoubletakeLibAV
import DoubletakeMedia
public import DoubletakeReading
public import DoubletakeWriting

extension AssetWriter {
    /// Creates a writer for a file that doesn't exist yet, with the codecs of this system.
    ///
    /// - Parameters:
    ///   - path: where the file will be; its folder exists.
    ///   - container: what kind of file.
    public convenience init(path: String, container: ContainerFormat) {
        self.init(path: path, container: container, codecs: SystemCodecs(), clock: MonotonicClock())
    }

    /// Creates a writer that hands its movie out in segments, to its delegate, and makes no file, with the codecs of this
    /// system.
    ///
    /// - Parameter container: what kind of movie.
    public convenience init(segmentsOf container: ContainerFormat) {
        self.init(segmentsOf: container, codecs: SystemCodecs(), clock: MonotonicClock())
    }
}

extension AssetReader {
    /// Opens the file at `path` with the codecs of this system.
    public convenience init(path: String) throws(ReaderError) {
        try self.init(path: path, demuxers: LibAVDemuxerProvider())
    }
}

extension MediaInspector {
    /// Creates an inspector with the codecs of this system.
    public init() {
        self.init(demuxers: LibAVDemuxerProvider())
    }
}
