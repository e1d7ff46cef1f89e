import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeWriting

/// Makes a new file of a film, or of a part of it: another film, a moving image, a still.
///
/// Pictures and sound are decoded and encoded again. While it is made the file is a part file beside its target; nothing
/// is left of it when that fails.
public struct FilmExporter: Sendable {
    /// How near two pictures may be: what comes sooner is shown later, or left out for what comes by then.
    private static func shortestInterval(in format: ImageFormat?) -> Duration {
        switch format?.content {
        // A screen shows sixty a second.
        case nil: FrameRate(60).frameDuration
        // Viewers slow down what is faster, and each picture is as large as the first.
        case .moving: FrameRate(15).frameDuration
        // The picture of an instant, however soon the next one comes.
        case .still: .zero
        }
    }

    private let export: FilmExport

    /// Creates an exporter.
    public init(_ export: FilmExport) {
        self.export = export
    }

    /// The extensions of the files that can be made.
    public static var fileExtensions: [String] {
        ContainerFormat.all.flatMap(\.fileExtensions) + ImageFormat.all.map(\.name)
    }

    /// Makes the file, and comes back when it has its name.
    ///
    /// - Parameter progress: told now and then how much of the part has been read, from 0 to 1; on a thread of its own.
    /// - Returns: the file's path: the target, or with a number when that was taken.
    public func run(progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws(ExportError) -> String {
        let file = try destination()
        let part: PartFile
        do throws(SystemCallError) {
            part = try file.makePart(1)
        } catch {
            throw .destination(.cannotCreate(error))
        }
        do throws(ExportError) {
            let output = try await onThread("export", cannotStart: ExportError.system) { () throws(ExportError) in
                try write(to: part, of: file, progress)
            }
            try await output.complete()
            return try publish(part, file)
        } catch {
            file.discard(part)
            throw error
        }
    }

    private func destination() throws(ExportError) -> FilmFile {
        let name = FilmName(path: export.target)
        guard let name, Self.fileExtensions.contains(name.fileExtension.lowercased()) else {
            throw .unknownFormat(path: export.target, known: Self.fileExtensions)
        }
        do throws(RecordingError) {
            return try FilmFile(name, replacement: export.replacement)
        } catch {
            throw .destination(error)
        }
    }

    private func publish(_ part: PartFile, _ file: FilmFile) throws(ExportError) -> String {
        do throws(RecordingError) {
            return try file.publish(part, refuges: []).path
        } catch {
            throw .destination(error)
        }
    }

    /// Reads the part and writes it.
    private func write(
        to part: PartFile,
        of file: FilmFile,
        _ progress: (Double) -> Void
    ) throws(ExportError) -> any ExportOutput {
        let reader: AssetReader
        do throws(ReaderError) {
            reader = try AssetReader(path: export.source)
        } catch {
            throw .reader(error)
        }
        let pictures = reader.tracks.firstIndex { if case .video = $0.media { true } else { false } }
        guard let pictures, case .video(let displaySize, let color) = reader.tracks[pictures].media else {
            throw .noPicture(path: export.source)
        }
        let duration = reader.tracks.map(\.duration).max() ?? .zero
        guard export.start < duration else {
            throw .beginsAfterEnd(path: export.source, start: export.start, duration: duration)
        }
        let end = min(export.end ?? duration, duration)
        let size = export.size ?? displaySize
        let format = FilmName(path: export.target).flatMap { ImageFormat.named(byExtension: $0.fileExtension) }
        let output: any ExportOutput =
            if let format {
                try ImageExport(format, source: (displaySize, color), fitting: size, to: part)
            } else {
                try MovieExport(
                    reader.tracks,
                    size: size,
                    color: color,
                    speed: export.speed,
                    container: file.container,
                    to: part
                )
            }
        var clip = FilmClip(
            from: MediaTime.zero + export.start,
            to: export.end.map { MediaTime.zero + $0 },
            speed: export.speed,
            shortestInterval: Self.shortestInterval(in: format)
        )
        for marker in clip.markers(of: reader.markers) { try output.append(marker) }
        try pump(reader, pictures: pictures, through: &clip, into: output) { instant in
            let read = (instant - MediaTime.zero - export.start) / (end - export.start)
            progress(min(max(read, 0), 1))
        }
        try output.finish(at: clip.time(of: MediaTime.zero + end))
        return output
    }

    private func pump(
        _ reader: AssetReader,
        pictures: Int,
        through clip: inout FilmClip,
        into output: any ExportOutput,
        _ note: (MediaTime) -> Void
    ) throws(ExportError) {
        // A track may be ahead of the others in the file: the part is over when each of them is past its end.
        var isPast = reader.tracks.map { if case .other = $0.media { true } else { false } }
        while !output.isFull, !isPast.allSatisfy({ $0 }), let sample = try next(reader) {
            switch sample {
            case .video(let track, let frame):
                isPast[track] = clip.isPast(frame.time)
                guard track == pictures else { continue }
                for frame in clip.take(frame) where !output.isFull { try output.append(frame) }
                note(frame.time)
            case .audio(let track, let buffer):
                isPast[track] = clip.isPast(buffer.endTime)
                if let buffer = clip.take(buffer) { try output.append(buffer, ofTrack: track) }
            }
        }
        for frame in clip.finish() where !output.isFull { try output.append(frame) }
    }

    private func next(_ reader: AssetReader) throws(ExportError) -> ReadSample? {
        do throws(ReaderError) {
            return try reader.next()
        } catch {
            throw .reader(error)
        }
    }
}
