import DoubletakeMedia

/// The chapters of a finished movie: a track of text to which its pictures refer (QuickTime File Format, "Chapter
/// lists"), with a sample for each marker.
///
/// It is disabled, so that no player shows the names as subtitles. Each lasts until the next one, and the last one until
/// the movie's end. Before the first one there is a sample without text, which an empty edit hides: so times in the media
/// are times in the movie, and players that take the one for the other (libavformat takes the media's length for the last
/// chapter's end, and leaves out a chapter that would end before it begins) are right all the same.
struct ChapterTrack {
    /// The unit of its times: a millisecond.
    ///
    /// Coarser, and a chapter begins a picture late; finer, and one that is long needs durations of more than 32 bits.
    static let timescale: UInt32 = 1_000

    /// The kind of media.
    static let mediaType = FourCC.text

    /// Its number.
    let id: UInt32
    /// Its samples.
    let index: TrackIndex
    private let edits: EditList
    private let length: UInt64
    private let movie: FragmentedMovie

    /// Makes the track; nil when no marker is within the movie.
    ///
    /// - Parameters:
    ///   - markers: in the order of the file.
    ///   - length: how long the movie is, in its ticks.
    init?(_ markers: [MarkerMessage], of movie: FragmentedMovie, length: UInt64) {
        let film = Duration(ticks: Int64(clamping: length), timeBase: TimeBase(ticksPerSecond: Int64(movie.timescale)))
        let last = Int64(clamping: Rescaling.down(Int64(clamping: length), from: movie.timescale, to: Self.timescale))
        let starts = ChapterTimes.chapters(at: markers.map(\.nanoseconds), in: film).map { chapter in
            (time: chapter.milliseconds, marker: markers[chapter.marker])
        }
        guard let first = starts.first, let id = (1...UInt32.max).first(where: { movie.trackNumber(id: $0) == nil })
        else { return nil }
        let chapters = starts.enumerated().map { number, start in
            let next = number + 1 < starts.count ? starts[number + 1].time : last
            return Self.run(
                at: start.marker.sampleOffset,
                byteCount: start.marker.sampleByteCount,
                lasting: next - start.time
            )
        }
        let blank = Self.run(at: first.marker.blankOffset, byteCount: MarkerMessage.blankByteCount, lasting: first.time)
        let runs = first.time > 0 ? [blank] + chapters : chapters
        var index = TrackIndex()
        index.append(MovieFragment.TrackPart(trackNumber: movie.tracks.count, decodeTime: nil, runs: runs))
        let wait = min(Rescaling.nearest(first.time, from: Self.timescale, to: movie.timescale), length - 1)
        let shown = EditList.Edit(segmentDuration: length - wait, mediaTime: first.time)
        edits = EditList(edits: wait > 0 ? [.empty(wait), shown] : [shown])
        self.id = id
        self.index = index
        self.length = length
        self.movie = movie
    }

    private static func run(at offset: Int64, byteCount: UInt32, lasting duration: Int64) -> MovieFragment.Run {
        let sample = Sample(
            size: byteCount,
            duration: UInt32(clamping: duration),
            compositionOffset: 0,
            isSync: true
        )
        return MovieFragment.Run(offset: offset, samples: [sample], descriptionIndex: 1)
    }

    /// Writes its Track Box (ISO/IEC 14496-12, 8.3.1).
    func write(to writer: inout BoxWriter) throws(ISOMediaError) {
        let header = try DurationHeader.movieHeader(try movie.box.required(.mvhd))
        let handler = try handlerBox()
        writer.box(.trak) { writer in
            header.trackHeader(id: id).write(to: &writer, duration: length)
            edits.write(to: &writer)
            writer.box(.mdia) { writer in
                header.mediaHeader(timescale: Self.timescale).write(to: &writer, duration: UInt64(index.duration))
                writer.append(handler[...])
                writer.box(.minf) { writer in
                    writer.textMediaHeader()
                    writer.dataInThisFile()
                    writer.box(.stbl) { writer in
                        writer.textDescription()
                        writer.sampleTables(index)
                    }
                }
            }
        }
    }

    /// Writes a Handler Reference Box (ISO/IEC 14496-12, 8.4.3), in QuickTime's form where the other tracks have it: there
    /// the name has its length before it, and no zero behind.
    private func handlerBox() throws(ISOMediaError) -> [UInt8] {
        var content = try movie.box.required(first: .trak).required(.mdia).required(.hdlr).content
        _ = try content.uint32()
        let component = try content.fourCC()
        let isQuickTime = component == "mhlr"
        let name = Array("Chapters".utf8)
        var writer = BoxWriter()
        writer.fullBox(.hdlr) { writer in
            writer.fourCC(component)
            writer.fourCC(Self.mediaType)
            for _ in 0..<3 { writer.uint32(0) }
            writer.append((isQuickTime ? [UInt8(name.count)] + name : name + [0])[...])
        }
        return writer.bytes
    }
}

extension Box {
    /// The first box of `type` in this one, which has to be there.
    fileprivate func required(first type: FourCC) throws(ISOMediaError) -> Box {
        var content = content
        while let box = try content.nextBox() {
            if box.header.type == type { return box }
        }
        throw malformed("it has no \(type)")
    }
}

extension BoxWriter {
    /// Writes a Base Media Information Header Atom with a text atom in it (QuickTime File Format, "Base media information
    /// atoms" and "Text media information atom").
    fileprivate mutating func textMediaHeader() {
        box("gmhd") { writer in
            writer.fullBox("gmin") { writer in
                // Dither copy, and the middle of the three colours; no balance, reserved.
                for value: UInt32 in [0x40_8000, 0x8000_8000, 0] { writer.uint32(value) }
            }
            writer.box(.text) { writer in
                // The matrix that leaves everything where it is.
                for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { writer.uint32(value) }
            }
        }
    }

    /// Writes a Data Information Box (ISO/IEC 14496-12, 8.7.1) that says that the media is in the same file.
    fileprivate mutating func dataInThisFile() {
        box("dinf") { writer in
            writer.fullBox("dref") { writer in
                writer.uint32(1)
                writer.fullBox("url ", flags: 1) { _ in }
            }
        }
    }

    /// Writes a Sample Description Box (ISO/IEC 14496-12, 8.5.2) with QuickTime's text in it (QuickTime File Format, "Text
    /// sample description"): everything as a player likes it, since the text is never drawn.
    fileprivate mutating func textDescription() {
        fullBox(.stsd) { writer in
            writer.uint32(1)
            writer.box(.text) { writer in
                // Six bytes reserved, and the first data reference.
                for value: UInt32 in [0, 1] { writer.uint32(value) }
                // Flags, justification, colours, box, font: 43 bytes.
                writer.append([UInt8](repeating: 0, count: 43)[...])
            }
        }
    }
}
