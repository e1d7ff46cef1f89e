package import DoubletakeMedia
import DoubletakeWriting

/// One picture as a file of its own.
package enum PictureFile {
    /// Writes a picture without loss; nothing is left under the name until it is complete, and what was there is replaced.
    ///
    /// The calling thread waits. What lies over the picture, such as a cursor, is left out.
    ///
    /// - Parameter path: ends in `.png`. Its folder is made.
    package static func write(_ frame: VideoFrame, to path: String) throws(ExportError) {
        let file: FilmFile
        let part: PartFile
        do throws(RecordingError) {
            guard let name = FilmName(path: path) else { throw .unknownContainer(path: path) }
            file = try FilmFile(name, replacement: .whenComplete)
            do throws(SystemCallError) {
                part = try file.makePart(1)
            } catch {
                throw .cannotCreate(error)
            }
        } catch {
            throw .destination(error)
        }
        do throws(ExportError) {
            let buffer = frame.pixelBuffer
            let image = try ImageExport(
                .png, source: (buffer.displaySize, buffer.color), fitting: buffer.displaySize, to: part)
            try image.append(frame)
            try image.finish(at: frame.time)
            do throws(RecordingError) {
                _ = try file.publish(part, refuges: [])
            } catch {
                throw .destination(error)
            }
        } catch {
            file.discard(part)
            throw error
        }
    }
}
