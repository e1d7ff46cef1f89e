package import DoubletakeMedia

/// A kind of file that holds pictures and no sound: one static a row.
package struct ImageFormat: Hashable, Sendable {
    /// How many pictures it holds.
    package enum Content: Hashable, Sendable {
        /// One.
        case still
        /// As many as there are, each with its time; a viewer begins anew at the end.
        case moving
    }

    /// The field's name for it, and the extension of its files.
    package let name: String
    /// How many pictures it holds.
    package let content: Content

    /// Portable Network Graphics (ISO/IEC 15948).
    package static let png = ImageFormat(name: "png", content: .still)

    /// The Graphics Interchange Format, version 89a: 256 colours a picture, times in hundredths of a second.
    package static let gif = ImageFormat(name: "gif", content: .moving)

    /// All rows.
    package static let all: [ImageFormat] = [.png, .gif]

    /// The row whose extension it is, whatever its case.
    package static func named(byExtension fileExtension: String) -> ImageFormat? {
        all.first { $0.name == fileExtension.lowercased() }
    }
}

/// The port to an image file: pictures in, bytes into a storage.
///
/// One thread uses it at a time.
package protocol ImageWriter: AnyObject, Sendable {
    /// Takes the next picture, shown from its time on until the next one's; a still takes one.
    func append(_ frame: VideoFrame) throws(WriterError)

    /// Completes the file; the last picture is shown until `end`.
    func finish(at end: MediaTime) throws(WriterError)
}

/// The port through which image files are made.
package protocol ImageProvider: Sendable {
    /// Makes a writer into `storage`, which is empty.
    ///
    /// - Parameters:
    ///   - source: the size and colours of the pictures that will come.
    ///   - size: the size of the image; the pictures are scaled to it.
    ///   - subject: the file as a person would name it, for errors.
    func makeImageWriter(
        _ format: ImageFormat,
        source: (size: PixelSize, color: ColorDescription),
        size: PixelSize,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any ImageWriter
}
