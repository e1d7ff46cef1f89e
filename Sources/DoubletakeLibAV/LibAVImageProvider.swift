package import DoubletakeMedia
package import DoubletakeWriting

/// Makes image files with libavcodec, libavfilter and libavformat.
package struct LibAVImageProvider: ImageProvider {
    /// Creates a provider.
    package init() {}

    package func makeImageWriter(
        _ format: ImageFormat,
        source: (size: PixelSize, color: ColorDescription),
        size: PixelSize,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any ImageWriter {
        try LibAVImageWriter(format, source: source, size: size, storage: storage, subject: subject)
    }
}
