/// Works out the edits of a track whose length has become known.
///
/// While a recording runs its last edit is open-ended, or has the length that the header had then. And a track whose
/// first fragment begins late has media times that count from zero, while in a finished index the first sample is at
/// zero: the difference becomes an empty edit.
struct FinishedEdits {
    /// The edits of the unfinished index.
    let edits: EditList
    /// The length that the unfinished track header gave, in the movie's ticks; 0 or all ones when it gave none.
    let headerDuration: UInt64
    /// When the track's first sample is decoded, in the track's ticks.
    let firstDecodeTime: Int64
    /// When its last sample has been shown, counted from `firstDecodeTime`, in the track's ticks.
    let compositionEnd: Int64
    /// The track's ticks in a second.
    let timescale: UInt32
    /// The movie's ticks in a second.
    let movieTimescale: UInt32

    /// The edits of the finished index; none when the media is shown as it is.
    func list() -> EditList {
        guard !edits.edits.isEmpty || firstDecodeTime > 0 else { return EditList() }
        let old = edits.edits.isEmpty ? [EditList.Edit(segmentDuration: 0, mediaTime: 0)] : edits.edits
        let lastWithMedia = old.lastIndex { !$0.isEmpty }
        var result = EditList()
        for (number, edit) in old.enumerated() {
            if edit.isEmpty {
                result.edits.append(edit)
            } else {
                let isOpen = number == lastWithMedia && isProvisional(edit.segmentDuration, after: result.duration)
                result.edits += moved(edit, isOpen: isOpen)
            }
        }
        return result
    }

    /// Whether a length is not one that somebody chose.
    private func isProvisional(_ duration: UInt64, after earlier: UInt64) -> Bool {
        if duration == 0 || duration == .max || duration == headerDuration { return true }
        return headerDuration > earlier && duration == headerDuration - earlier
    }

    /// An edit in the finished media's own time, with an empty one before it if it began before the first sample.
    private func moved(_ edit: EditList.Edit, isOpen: Bool) -> [EditList.Edit] {
        let start = max(0, edit.mediaTime - firstDecodeTime)
        // Where it begins may be off by half a tick in either direction; how long it lasts is rounded up, so that no
        // player takes the last sample for one that was cut off. Two tracks of the same length get the same number.
        let gap = Rescaling.nearest(max(0, firstDecodeTime - edit.mediaTime), from: timescale, to: movieTimescale)
        let length = Rescaling.up(max(0, compositionEnd - start), from: timescale, to: movieTimescale)
        let empty = isOpen ? gap : min(gap, edit.segmentDuration)
        var result = empty > 0 ? [EditList.Edit.empty(empty)] : []
        let shown = isOpen ? length : edit.segmentDuration - empty
        if shown > 0 || empty == 0 {
            result.append(EditList.Edit(segmentDuration: shown, mediaTime: start, rate: edit.rate))
        }
        return result
    }
}
