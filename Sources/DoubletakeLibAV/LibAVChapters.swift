import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// Chapters in libavformat's terms.
///
/// The corresponding C types are `AVChapter` and the list `chapters` of `AVFormatContext`.
enum LibAVChapters {
    /// The unit of their times: a nanosecond, as Matroska has it.
    private static let timeBase = AVRational(num: 1, den: 1_000_000_000)

    /// Adds a chapter to a film, whose trailer then has it.
    ///
    /// The corresponding C functions are `av_realloc_array`, `av_mallocz` and `av_dict_set`. Returns a status.
    static func add(_ marker: TimedMarker, until end: Duration, to output: borrowing LibAVOutput) -> Int32 {
        // SAFETY: the film is alive for the time of the call. Its list belongs to it, and is freed with all that is in it
        // when the film is: so the list grows first, then gets a chapter of zeros, which is an empty one, and only then
        // is the chapter filled. The title is copied.
        let film = unsafe output.context
        let count = Int(unsafe film.pointee.nb_chapters)
        let entrySize = unsafe MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        guard let list = unsafe av_realloc_array(film.pointee.chapters, count + 1, entrySize) else {
            return LibAVStatus.outOfMemory
        }
        unsafe film.pointee.chapters = unsafe list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
        guard let memory = unsafe av_mallocz(MemoryLayout<AVChapter>.size) else { return LibAVStatus.outOfMemory }
        let chapter = unsafe memory.bindMemory(to: AVChapter.self, capacity: 1)
        unsafe film.pointee.chapters[count] = unsafe chapter
        unsafe film.pointee.nb_chapters = UInt32(count + 1)
        unsafe chapter.pointee.id = Int64(count + 1)
        unsafe chapter.pointee.time_base = timeBase
        unsafe chapter.pointee.start = marker.time.wholeNanoseconds
        unsafe chapter.pointee.end = end.wholeNanoseconds
        return unsafe av_dict_set(&chapter.pointee.metadata, "title", marker.name, 0)
    }

    /// The chapters of a film that is read.
    static func markers(of input: borrowing LibAVInput) -> [TimedMarker] {
        // SAFETY: the list has that many chapters, which are alive while `input` is; numbers and strings are copied.
        let count = Int(unsafe input.context.pointee.nb_chapters)
        return (0..<count).compactMap { number in
            guard let chapter = unsafe input.context.pointee.chapters[number] else { return nil }
            let start = unsafe av_rescale_q(chapter.pointee.start, chapter.pointee.time_base, timeBase)
            let entry = unsafe av_dict_get(chapter.pointee.metadata, "title", nil, 0)
            let title = unsafe entry.flatMap { unsafe $0.pointee.value }.map { unsafe String(cString: $0) }
            return TimedMarker(time: .nanoseconds(max(0, start)), name: title ?? "")
        }
    }
}
