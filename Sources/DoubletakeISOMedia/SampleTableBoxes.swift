/// The boxes that say of each sample when it is, how large it is and where it lies.
extension BoxWriter {
    /// Writes all tables of a track; only what stands in its Sample Description Box is not among them.
    mutating func sampleTables(_ index: TrackIndex) {
        timeToSampleBox(index)
        compositionOffsetBox(index)
        syncSampleBox(index)
        sampleToChunkBox(index)
        sampleSizeBox(index)
        chunkLargeOffsetBox(index)
    }

    /// Writes a Decoding Time to Sample Box (ISO/IEC 14496-12, 8.6.1.2).
    private mutating func timeToSampleBox(_ index: TrackIndex) {
        fullBox(.stts) { writer in
            writer.uint32(UInt32(index.durations.runs.count))
            for run in index.durations.runs {
                writer.uint32(run.count)
                writer.uint32(run.value)
            }
        }
    }

    /// Writes a Composition Time to Sample Box (ISO/IEC 14496-12, 8.6.1.3); nothing when all are shown as decoded.
    private mutating func compositionOffsetBox(_ index: TrackIndex) {
        let runs = index.compositionOffsets.runs
        guard runs.contains(where: { $0.value != 0 }) else { return }
        // Only version 1 has negative offsets, and older players know only version 0.
        let isSigned = runs.contains { $0.value < 0 }
        fullBox(.ctts, version: isSigned ? 1 : 0) { writer in
            writer.uint32(UInt32(runs.count))
            for run in runs {
                writer.uint32(run.count)
                writer.int32(run.value)
            }
        }
    }

    /// Writes a Sync Sample Box (ISO/IEC 14496-12, 8.6.2); nothing when decoding can begin with any sample.
    private mutating func syncSampleBox(_ index: TrackIndex) {
        let runs = index.syncFlags.runs
        guard runs.contains(where: { !$0.value }) else { return }
        fullBox(.stss) { writer in
            writer.uint32(runs.reduce(0) { $0 + ($1.value ? $1.count : 0) })
            var number: UInt32 = 1
            for run in runs {
                if run.value {
                    for sync in number..<number + run.count { writer.uint32(sync) }
                }
                number += run.count
            }
        }
    }

    /// Writes a Sample To Chunk Box (ISO/IEC 14496-12, 8.7.4).
    private mutating func sampleToChunkBox(_ index: TrackIndex) {
        fullBox(.stsc) { writer in
            let countPlace = writer.bytes.count
            writer.uint32(0)
            var entryCount: UInt32 = 0
            var previous: TrackIndex.Chunk?
            for (number, chunk) in index.chunks.enumerated() {
                let isAsBefore =
                    previous?.sampleCount == chunk.sampleCount && previous?.descriptionIndex == chunk.descriptionIndex
                previous = chunk
                if isAsBefore { continue }
                entryCount += 1
                writer.uint32(UInt32(number) + 1)
                writer.uint32(chunk.sampleCount)
                writer.uint32(chunk.descriptionIndex)
            }
            writer.replaceUInt32(at: countPlace, with: entryCount)
        }
    }

    /// Writes a Sample Size Box (ISO/IEC 14496-12, 8.7.3.2), without a table when all have the same size.
    private mutating func sampleSizeBox(_ index: TrackIndex) {
        let first = index.sizes.first ?? 0
        // A common size of 0 means that there is a table.
        let isConstant = first > 0 && index.sizes.allSatisfy { $0 == first }
        fullBox(.stsz) { writer in
            writer.uint32(isConstant ? first : 0)
            writer.uint32(UInt32(index.sizes.count))
            if isConstant { return }
            for size in index.sizes { writer.uint32(size) }
        }
    }

    /// Writes a Chunk Large Offset Box (ISO/IEC 14496-12, 8.7.5), also for small files: one form is tested by each.
    private mutating func chunkLargeOffsetBox(_ index: TrackIndex) {
        fullBox(.co64) { writer in
            writer.uint32(UInt32(index.chunks.count))
            for chunk in index.chunks { writer.int64(chunk.offset) }
        }
    }
}
