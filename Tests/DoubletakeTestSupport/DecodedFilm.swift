import DoubletakeCapture
package import DoubletakeMedia
import DoubletakePixels
package import DoubletakeReading

/// A film, decoded by the library itself.
package struct DecodedFilm {
    /// A picture of a film.
    package struct Picture: Sendable {
        /// When it is shown, from the film's beginning.
        package let time: MediaTime
        /// The number that a counter's cells say; nil for other pictures.
        package let number: Int64?
        /// The numbers that counters say in the tiles that were asked for; nil for other pictures.
        package let tileNumbers: [Int64?]
        /// The luma in the middles of those tiles.
        package let tileLumas: [UInt8]
        /// The luma in its middle.
        package let middleLuma: UInt8
    }

    /// The tracks.
    package let tracks: [ReadTrack]
    /// The pictures in the order of the film.
    package private(set) var pictures: [Picture] = []
    /// The first channel of each track's sound.
    package private(set) var sounds: [Int: [Float]] = [:]
    /// When each track's sound begins.
    package private(set) var soundStarts: [Int: MediaTime] = [:]

    /// Reads all of the film.
    ///
    /// - Parameter tiles: parts of its pictures, at even places, in which there may be a counter, too.
    package init(_ reader: AssetReader, tiles: [PixelRect] = []) throws(ReaderError) {
        tracks = reader.tracks
        while let sample = try reader.next() {
            switch sample {
            case .video(_, let frame):
                let picture = frame.pixelBuffer
                let number = CounterCode(size: picture.displaySize).number(in: picture)
                pictures.append(
                    Picture(
                        time: frame.time,
                        number: number,
                        tileNumbers: tiles.map { Self.number(in: $0, of: picture) },
                        tileLumas: tiles.map { Self.middleLuma(of: $0, in: picture) },
                        middleLuma: Self.middleLuma(of: PixelRect(picture.displaySize), in: picture)
                    )
                )
            case .audio(let track, let buffer):
                if soundStarts[track] == nil { soundStarts[track] = buffer.time }
                let channelCount = buffer.format.channelCount
                sounds[track, default: []] += stride(from: 0, to: buffer.samples.count, by: channelCount).map {
                    buffer.samples[$0]
                }
            }
        }
    }

    private static func number(in tile: PixelRect, of picture: PixelBuffer) -> Int64? {
        let part = PixelBuffer(format: picture.format, displaySize: tile.size, color: picture.color)
        part.copy(tile, of: picture, toX: 0, y: 0)
        return CounterCode(size: tile.size).number(in: part)
    }

    private static func middleLuma(of tile: PixelRect, in picture: PixelBuffer) -> UInt8 {
        let row = tile.y + tile.height / 2
        let offset = row * picture.bytesPerRow(ofPlane: 0) + tile.x + tile.width / 2
        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
        return picture.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
    }
}
