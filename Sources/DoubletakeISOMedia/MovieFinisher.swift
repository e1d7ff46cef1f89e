package import DoubletakeMedia

/// Makes an ordinary movie of one in fragments, in place: at the end of a recording, and after a crash.
///
/// The new index is appended, and then one write of 16 bytes turns the head of the old one into the head of a media
/// data box that reaches up to the new one. Everything between, the fragments' headers too, is media data from then on;
/// the samples stay where they are. Until that write the file is a movie in fragments, as valid as before. The time
/// that it takes depends on the number of samples, not on the length of the file.
package enum MovieFinisher {
    /// Finishes the movie in `storage`, whether its recorder was stopped, killed or cut off from its power.
    ///
    /// Fragments count when they are complete, with all their media data; the rest of a torn one is cut off. It may be
    /// called again on a file on which it was interrupted, and on one that is finished.
    ///
    /// - Parameters:
    ///   - end: how long the film is, where that was said: what comes later is not shown, and the last picture is shown
    ///     until then. Such a film may have no samples.
    ///   - laterSamples: what becomes of those that begin after the end.
    ///   - placements: where each track lies in the film, where its writer knows that better than the fragments.
    /// - Throws: what is wrong with the file, which is then as it was, or can still be played from its fragments.
    package static func finish(
        _ storage: any ByteStorage,
        endingAt end: Duration? = nil,
        laterSamples: LaterSamples = .kept,
        placements: [TrackPlacement?] = []
    ) throws(ISOMediaError) -> FinishedMovie {
        let file = try MovieFile(storage)
        let layout = try MovieLayout(file)
        switch layout.state {
        case .finished:
            if let tail = layout.tail { throw .cutShort(box: tail.box, offset: tail.offset) }
            return try FinishedIndexReader(file, index: layout.index).movie()
        case .unfinished:
            var index = try index(of: file, layout, mayBeEmpty: end != nil)
            let fits = index.fit(to: placements, endingAt: end, laterSamples: laterSamples)
            return try finishFragments(file, layout: layout, index, fits)
        }
    }

    private static func index(
        of file: MovieFile,
        _ layout: MovieLayout,
        mayBeEmpty: Bool
    ) throws(ISOMediaError) -> MovieIndex {
        if let tail = layout.tail, tail.byteCount > Limits.tailByteCount {
            throw .damagedInMiddle(offset: tail.offset, byteCount: tail.byteCount)
        }
        return try MovieIndex(file, layout: layout, mayBeEmpty: mayBeEmpty)
    }

    private static func finishFragments(
        _ file: MovieFile,
        layout: MovieLayout,
        _ index: MovieIndex,
        _ fits: [TrackFit]
    ) throws(ISOMediaError) -> FinishedMovie {
        let writer = FinishedIndexWriter(index, fits: fits)
        let bytes = try writer.movieBox()
        if index.end < file.byteCount {
            try calling { () throws(SystemCallError) in try file.storage.truncate(to: index.end) }
        }
        try append(bytes, at: index.end, replacing: layout.index, in: file)
        return summary(index, writer, droppedByteCount: droppedByteCount(index, layout: layout))
    }

    /// Puts the new index at the end and then hides the old one.
    private static func append(
        _ bytes: [UInt8],
        at end: Int64,
        replacing oldIndex: BoxHeader,
        in file: MovieFile
    ) throws(ISOMediaError) {
        let storage = file.storage
        let oldHead = try file.bytes(at: oldIndex.offset, count: BoxStart.longestHeader)
        do throws(SystemCallError) {
            try storage.write(bytes, at: end)
            // The new index must be on the disk before the write that makes it count.
            try storage.synchronize()
        } catch {
            let leftover = failure { () throws(SystemCallError) in try storage.truncate(to: end) }
            throw .indexNotWritten(error, leftover: leftover)
        }
        do throws(SystemCallError) {
            // The commit point. In our recordings the head stands in the file's first sector, behind a short ftyp, and
            // so reaches the disk as a whole or not at all.
            try storage.write(mediaDataHead(byteCount: end - oldIndex.offset), at: oldIndex.offset)
        } catch {
            let leftover = failure { () throws(SystemCallError) in
                try storage.write(oldHead, at: oldIndex.offset)
                try storage.truncate(to: end)
            }
            throw .indexNotWritten(error, leftover: leftover)
        }
        try calling { () throws(SystemCallError) in try storage.synchronize() }
    }

    /// The head of a Media Data Box (ISO/IEC 14496-12, 8.1.1) with a 64-bit size.
    private static func mediaDataHead(byteCount: Int64) -> [UInt8] {
        var writer = BoxWriter()
        writer.uint32(1)
        writer.fourCC(.mdat)
        writer.int64(byteCount)
        return writer.bytes
    }

    private static func calling(_ body: () throws(SystemCallError) -> Void) throws(ISOMediaError) {
        if let error = failure(body) { throw .storage(error) }
    }

    /// Why `body` failed; nil when it didn't.
    private static func failure(_ body: () throws(SystemCallError) -> Void) -> SystemCallError? {
        do throws(SystemCallError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// What is lost with the torn end.
    ///
    /// An index that finishing wrote, or had begun to write, is no loss.
    private static func droppedByteCount(_ index: MovieIndex, layout: MovieLayout) -> Int64 {
        let tornIndexOffset = layout.tail?.box == .moov ? layout.tail?.offset : nil
        return (index.leftoverIndexOffset ?? tornIndexOffset ?? layout.byteCount) - index.end
    }

    private static func summary(
        _ index: MovieIndex,
        _ writer: FinishedIndexWriter,
        droppedByteCount: Int64
    ) -> FinishedMovie {
        let timeBase = TimeBase(ticksPerSecond: Int64(index.movie.timescale))
        let recorded = zip(index.movie.tracks, index.tracks).map { track, samples in
            FinishedMovie.Track(
                id: track.id,
                mediaType: track.mediaType,
                timeBase: TimeBase(ticksPerSecond: Int64(track.timescale)),
                sampleCount: samples.sizes.count,
                durationInTicks: samples.duration
            )
        }
        let chapters = writer.chapters.map { chapters in
            FinishedMovie.Track(
                id: chapters.id,
                mediaType: ChapterTrack.mediaType,
                timeBase: TimeBase(ticksPerSecond: Int64(ChapterTrack.timescale)),
                sampleCount: chapters.index.sizes.count,
                durationInTicks: chapters.index.duration
            )
        }
        return FinishedMovie(
            outcome: .finished,
            duration: Duration(ticks: Int64(clamping: writer.duration), timeBase: timeBase),
            tracks: recorded + (chapters.map { [$0] } ?? []),
            droppedByteCount: droppedByteCount,
            skippedFragmentCount: index.skippedFragmentCount,
            firstDamage: index.firstDamage
        )
    }
}
