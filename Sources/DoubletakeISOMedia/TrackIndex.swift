/// The samples of a track as they add up, fragment by fragment, in the shape in which the finished index has them.
///
/// A sample takes four bytes for its size; the rest is in runs, which a recording with a steady rate has few of. In the
/// worst case, each picture with a duration and an offset of its own, it is 20 bytes and what the arrays keep in
/// reserve.
struct TrackIndex {
    /// Samples that lie one after another in the file.
    struct Chunk: Hashable, Sendable {
        /// The file offset of the first.
        let offset: Int64
        var sampleCount: UInt32
        let descriptionIndex: UInt32
    }

    /// The size of each sample.
    private(set) var sizes: ContiguousArray<UInt32> = []
    /// The duration of each, in ticks.
    private(set) var durations = RunLengths<UInt32>()
    /// How much later than it is decoded each is shown, in ticks.
    private(set) var compositionOffsets = RunLengths<Int32>()
    /// Whether decoding can begin with it.
    private(set) var syncFlags = RunLengths<Bool>()
    private(set) var chunks: ContiguousArray<Chunk> = []
    /// When the first sample is decoded, in ticks.
    private(set) var firstDecodeTime: Int64 = 0
    /// The sum of the durations.
    private(set) var duration: Int64 = 0

    /// Adds the track's part of the next fragment.
    mutating func append(_ part: MovieFragment.TrackPart) {
        guard !part.runs.isEmpty else { return }
        if let time = part.decodeTime { beginFragment(at: time) }
        for run in part.runs {
            chunks.append(
                Chunk(
                    offset: run.offset,
                    sampleCount: UInt32(run.samples.count),
                    descriptionIndex: run.descriptionIndex
                )
            )
            for sample in run.samples { append(sample) }
        }
    }

    private mutating func append(_ sample: Sample) {
        sizes.append(sample.size)
        durations.append(sample.duration)
        compositionOffsets.append(sample.compositionOffset)
        syncFlags.append(sample.isSync)
        duration += Int64(sample.duration)
    }

    /// Gives the last sample the duration that brings the next one to its time.
    ///
    /// The duration of a fragment's last sample is a guess: it was written before the next one came. Where the time
    /// goes back by more than that sample lasts, the sample keeps one tick, since times have to increase, and what is
    /// missing is made up at the next fragment; as it is where a gap is longer than 32 bits can say.
    private mutating func beginFragment(at time: Int64) {
        guard let last = durations.last else {
            firstDecodeTime = time
            return
        }
        // No overflow: see `Limits.decodeTime`.
        let correction = time - (firstDecodeTime + duration)
        guard correction != 0 else { return }
        let corrected = UInt32(clamping: max(1, Int64(last) + correction))
        durations.replaceLast(with: corrected)
        duration += Int64(corrected) - Int64(last)
    }

    /// Lets the sample that is shown at `time`, in ticks, begin there, and the one before it last until then: of an edit
    /// that begins within a picture players show only the next one.
    ///
    /// Only where samples are shown in the order in which they are decoded, as are the changes below: elsewhere the last
    /// one isn't shown last.
    mutating func beginSample(at time: Int64) {
        guard let sample = sample(at: time), sample.start < time else { return }
        moveStart(ofSample: sample.number, by: time - sample.start)
    }

    /// Lets the sample that is shown at `time`, in ticks, end there, and the next one begin: of an edit that ends within
    /// a sample players may show all of it.
    mutating func endSample(at time: Int64) {
        guard let sample = sample(at: time), sample.start < time else { return }
        moveStart(ofSample: sample.number + 1, by: time - sample.start - sample.duration)
    }

    /// Lets the last sample end at `time`, in ticks, if it begins before.
    mutating func endLast(at time: Int64) {
        guard !isReordered, let last = durations.last else { return }
        let end = firstDecodeTime + duration
        guard time > end - Int64(last) else { return }
        moveStart(ofSample: sizes.count, by: time - end)
    }

    /// Lets the last sample last until `time`, in ticks, when it would end before; as a picture that is shown until
    /// another comes.
    mutating func extendLast(to time: Int64) {
        if time > firstDecodeTime + duration { endLast(at: time) }
    }

    /// Leaves out the samples that begin at `time`, in ticks, or later; at least the first one stays.
    mutating func removeSamples(from time: Int64) {
        guard let first = sample(at: time) else { return }
        let kept = max(1, first.start < time ? first.number + 1 : first.number)
        while sizes.count > kept { removeLast() }
    }

    private mutating func removeLast() {
        guard let last = durations.last else { return }
        duration -= Int64(last)
        sizes.removeLast()
        durations.removeLast()
        compositionOffsets.removeLast()
        syncFlags.removeLast()
        chunks[chunks.count - 1].sampleCount -= 1
        if chunks[chunks.count - 1].sampleCount == 0 { chunks.removeLast() }
    }

    /// Whether samples are shown in another order than decoded, or later.
    private var isReordered: Bool {
        !compositionOffsets.runs.allSatisfy { $0.value == 0 }
    }

    /// The sample that is shown at `time`, in ticks; nil when none is, or nobody can tell so simply.
    private func sample(at time: Int64) -> (number: Int, start: Int64, duration: Int64)? {
        guard !isReordered, time >= firstDecodeTime else { return nil }
        var number = 0
        var start = firstDecodeTime
        for run in durations.runs {
            let length = Int64(run.count) * Int64(run.value)
            if time < start + length {
                let earlier = (time - start) / Int64(run.value)
                return (number + Int(earlier), start + earlier * Int64(run.value), Int64(run.value))
            }
            number += Int(run.count)
            start += length
        }
        return nil
    }

    /// Moves the instant at which a sample begins and the one before it ends; `number` may be one past the last.
    ///
    /// Without effect where 32 bits can't say how long the one before would last.
    private mutating func moveStart(ofSample number: Int, by ticks: Int64) {
        if number > 0 {
            guard let longer = UInt32(exactly: Int64(durations.value(at: number - 1)) + ticks) else { return }
            durations.replaceValue(at: number - 1, with: longer)
            duration += ticks
        } else {
            firstDecodeTime += ticks
        }
        guard number < sizes.count else { return }
        let shorter = UInt32(clamping: Int64(durations.value(at: number)) - ticks)
        duration += Int64(shorter) - Int64(durations.value(at: number))
        durations.replaceValue(at: number, with: shorter)
    }

    /// How much later than it is decoded the first sample is shown.
    var compositionStart: Int64 {
        Int64(compositionOffsets.runs.first?.value ?? 0)
    }

    /// When the last sample has been shown, counted from the decoding of the first, in ticks.
    var compositionEnd: Int64 {
        var end: Int64 = 0
        var decodeTime: Int64 = 0
        var offsets = RunCursor(compositionOffsets.runs)
        for run in durations.runs {
            var left = run.count
            while left > 0, let (count, offset) = offsets.take(atMost: left) {
                left -= count
                decodeTime += Int64(count) * Int64(run.value)
                // Among samples with the same duration and offset the last is shown last.
                end = max(end, decodeTime + Int64(offset))
            }
        }
        return end
    }
}

/// Goes through runs in pieces that another sequence of runs prescribes.
private struct RunCursor {
    private let runs: ContiguousArray<RunLengths<Int32>.Run>
    private var number = 0
    private var taken: UInt32 = 0

    init(_ runs: ContiguousArray<RunLengths<Int32>.Run>) {
        self.runs = runs
    }

    /// The next values, which are equal, as many as `limit` allows; nil at the end.
    mutating func take(atMost limit: UInt32) -> (count: UInt32, value: Int32)? {
        guard number < runs.count else { return nil }
        let run = runs[number]
        let count = min(limit, run.count - taken)
        taken += count
        if taken == run.count {
            number += 1
            taken = 0
        }
        return (count, run.value)
    }
}
