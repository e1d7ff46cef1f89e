/// Which parts of a track's media are shown, and when (ISO/IEC 14496-12, 8.6.6).
struct EditList: Hashable, Sendable {
    /// One entry.
    struct Edit: Hashable, Sendable {
        /// How long it is shown, in the movie's ticks.
        var segmentDuration: UInt64
        /// Where in the media it begins, in the track's ticks; -1 for an empty edit, which shows nothing.
        var mediaTime: Int64
        /// The rate of play, as 16.16 bits.
        var rate: UInt32 = Edit.normalRate

        /// Once as fast as it was recorded.
        static let normalRate: UInt32 = 0x1_0000

        /// Whether nothing is shown.
        var isEmpty: Bool { mediaTime < 0 }

        /// An edit that shows nothing.
        static func empty(_ duration: UInt64) -> Edit {
            Edit(segmentDuration: duration, mediaTime: -1)
        }
    }

    var edits: [Edit] = []

    /// How long the track is shown, in the movie's ticks.
    var duration: UInt64 {
        edits.reduce(0) { sum, edit in
            let (next, isTooLarge) = sum.addingReportingOverflow(edit.segmentDuration)
            return isTooLarge ? .max : next
        }
    }

    /// The list of a track that ends `end` after the movie's beginning, in the movie's ticks.
    func ending(at end: UInt64) -> EditList {
        var list = EditList()
        for edit in edits where list.duration < end {
            var edit = edit
            edit.segmentDuration = min(edit.segmentDuration, end - list.duration)
            list.edits.append(edit)
        }
        return list
    }

    /// Reads an Edit List Box (ISO/IEC 14496-12, 8.6.6).
    ///
    /// Durations of all ones in 32 bits become all ones in 64.
    static func editList(_ box: Box) throws(ISOMediaError) -> EditList {
        var content = box.content
        let (version, _) = try content.versionAndFlags(versions: 0...1)
        let count = try content.entryCount(entryByteCount: version == 1 ? 20 : 12, limit: Limits.editCount)
        var list = EditList()
        for _ in 0..<count {
            let duration = try content.time(version: version)
            let mediaTime = version == 1 ? try content.int64() : Int64(try content.int32())
            list.edits.append(Edit(segmentDuration: duration, mediaTime: mediaTime, rate: try content.uint32()))
        }
        return list
    }

    /// Writes an Edit Box with an Edit List Box in it (ISO/IEC 14496-12, 8.6.5 and 8.6.6); nothing without edits.
    func write(to writer: inout BoxWriter) {
        guard !edits.isEmpty else { return }
        let isLong = edits.contains { $0.segmentDuration >= UInt64(UInt32.max) || $0.mediaTime > Int64(Int32.max) }
        writer.box(.edts) { writer in
            writer.fullBox(.elst, version: isLong ? 1 : 0) { writer in
                writer.uint32(UInt32(edits.count))
                for edit in edits {
                    writer.time(edit.segmentDuration, isLong: isLong)
                    if isLong {
                        writer.int64(edit.mediaTime)
                    } else {
                        writer.int32(Int32(clamping: edit.mediaTime))
                    }
                    writer.uint32(edit.rate)
                }
            }
        }
    }
}
