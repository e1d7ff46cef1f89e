import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeWriting

/// Where an export goes.
///
/// One thread at a time uses it.
protocol ExportOutput: AnyObject, Sendable {
    /// Whether it holds all that it can.
    var isFull: Bool { get }

    /// Takes the next picture.
    func append(_ frame: VideoFrame) throws(ExportError)

    /// Takes the next sound of a track of the film; sound follows without gaps.
    func append(_ buffer: AudioBuffer, ofTrack track: Int) throws(ExportError)

    /// Takes a chapter's beginning.
    func append(_ marker: Marker) throws(ExportError)

    /// Ends it: the last picture is shown until `end`.
    func finish(at end: MediaTime) throws(ExportError)

    /// Comes back when the file is complete, after `finish`.
    func complete() async throws(ExportError)
}

/// An export into an image file.
final class ImageExport: ExportOutput {
    private let writer: any ImageWriter
    private let format: ImageFormat
    private let count = ConditionLock(0)

    /// Opens the writer.
    ///
    /// - Parameter size: the box that the image fits into, in the film's own shape.
    init(
        _ format: ImageFormat,
        source: (size: PixelSize, color: ColorDescription),
        fitting size: PixelSize,
        to part: PartFile
    ) throws(ExportError) {
        self.format = format
        do throws(WriterError) {
            writer = try LibAVImageProvider().makeImageWriter(
                format,
                source: source,
                size: Placement.fitting(source.size, into: size).area.size,
                storage: part.storage,
                subject: part.path
            )
        } catch {
            throw .writer(error)
        }
    }

    var isFull: Bool {
        format.content == .still && count.withLock { $0 > 0 }
    }

    func append(_ frame: VideoFrame) throws(ExportError) {
        count.withLock { $0 += 1 }
        do throws(WriterError) {
            try writer.append(frame)
        } catch {
            throw .writer(error)
        }
    }

    func append(_ buffer: AudioBuffer, ofTrack track: Int) {}

    func append(_ marker: Marker) {}

    func finish(at end: MediaTime) throws(ExportError) {
        do throws(WriterError) {
            try writer.finish(at: end)
        } catch {
            throw .writer(error)
        }
    }

    func complete() {}
}
