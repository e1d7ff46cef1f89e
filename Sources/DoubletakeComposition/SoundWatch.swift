package import DoubletakeMedia

/// Looks for what is wrong with the sound of a device: nothing but zeros, and peaks that are cut off.
///
/// It is a value without threads.
package struct SoundWatch: Sendable {
    /// What it has found.
    package enum Event: Equatable, Sendable {
        /// Nothing but zeros has come since then.
        case onlyZeros(since: MediaTime)
        /// Peaks are cut off.
        case clipping
    }

    /// How long nothing but zeros must come.
    ///
    /// Shorter, and music that ends is complained of; longer, and a dead microphone costs more of a film.
    package static let tellingSeconds = 5

    /// How long the same is not told again.
    ///
    /// Shorter, and whoever speaks loudly has a terminal full of warnings; longer, and what was mended and is wrong again
    /// isn't told.
    static let restDuration = Duration.seconds(60)

    /// From this on a sample counts as full scale: the largest one of 16 bits.
    private static let fullScale: Float = 32_767.0 / 32_768

    /// How many samples of full scale in a row are a peak that was cut off.
    ///
    /// Fewer, and sound that was made to reach full scale just so is complained of; more, and the short peaks of a voice
    /// aren't noticed.
    private static let clippedRunLength = 3

    /// How many samples were cut off, those of all channels.
    package private(set) var clippedSampleCount = 0
    private var events: [Event] = []
    private var zeroStart: MediaTime?
    private var zerosToldAt: MediaTime?
    private var clippingToldAt: MediaTime?

    /// Creates a watch that has seen nothing.
    package init() {}

    /// Looks at a device's next buffer, whose level has been measured.
    package mutating func watch(_ buffer: AudioBuffer, level: AudioLevel) {
        if level.peak == 0 {
            let start = zeroStart ?? buffer.time
            zeroStart = start
            let isRested = zerosToldAt.map { start - $0 >= Self.restDuration } ?? true
            if buffer.endTime - start >= .seconds(Self.tellingSeconds), isRested {
                zerosToldAt = buffer.endTime
                events.append(.onlyZeros(since: start))
            }
        } else {
            zeroStart = nil
        }
        guard level.peak >= Self.fullScale else { return }
        let clipped = Self.clippedSampleCount(in: buffer)
        clippedSampleCount += clipped
        if clipped > 0, clippingToldAt.map({ buffer.endTime - $0 >= Self.restDuration }) ?? true {
            clippingToldAt = buffer.endTime
            events.append(.clipping)
        }
    }

    /// A film begins: what is wrong is told again, and counted from nothing.
    package mutating func restart() {
        self = SoundWatch()
    }

    /// What was found since this was last asked.
    package mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Counts samples that are beyond full scale, or are of runs of the same value there.
    private static func clippedSampleCount(in buffer: AudioBuffer) -> Int {
        var count = 0
        let (samples, channelCount) = (buffer.samples, buffer.format.channelCount)
        for channel in 0..<channelCount {
            var run = 0
            var previous: Float = 0
            for index in stride(from: channel, to: samples.count, by: channelCount) {
                let value = samples[index]
                if value.magnitude > 1 {
                    count += 1
                    run = 0
                } else if value.magnitude >= fullScale {
                    run = value == previous ? run + 1 : 1
                    if run == clippedRunLength {
                        count += clippedRunLength
                    } else if run > clippedRunLength {
                        count += 1
                    }
                } else {
                    run = 0
                }
                previous = value
            }
        }
        return count
    }
}
