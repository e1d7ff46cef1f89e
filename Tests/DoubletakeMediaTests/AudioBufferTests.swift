import DoubletakeMedia
import Testing

struct AudioBufferTests {
    private static let rates = [8_000, 44_100, 48_000, 96_000]
    private let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    /// Sample n is n in the left channel and -n in the right one.
    private func ramp(_ count: Int, at time: MediaTime = .zero, format: AudioFormat? = nil) -> AudioBuffer {
        AudioBuffer(
            format: format ?? self.format,
            time: time,
            samples: (0..<count).flatMap { [Float($0), -Float($0)] }
        )
    }

    @Test("A format counts a day's samples exactly", arguments: rates)
    func day(rate: Int) {
        let format = AudioFormat(sampleRate: rate, channelCount: 1)
        #expect(format.timeBase.ticksPerSecond == Int64(rate))
        #expect(format.sampleCount(in: .seconds(86_400)) == 86_400 * rate)
        #expect(format.duration(ofSamples: 86_400 * rate) == .seconds(86_400))
    }

    @Test("A number of samples lasts as long as it takes to get the same number back", arguments: rates)
    func identity(rate: Int) {
        let format = AudioFormat(sampleRate: rate, channelCount: 1)
        for count in stride(from: 0, to: 100_000, by: 997) {
            #expect(format.sampleCount(in: format.duration(ofSamples: count)) == count)
        }
    }

    @Test("A buffer counts the samples of one channel, and lasts as long as they do")
    func counts() {
        let buffer = ramp(960, at: MediaTime(nanoseconds: 5))
        #expect(buffer.sampleCount == 960)
        #expect(buffer.duration == .milliseconds(20))
        #expect(buffer.endTime == MediaTime(nanoseconds: 20_000_005))
    }

    @Test("Buffers of 44100 samples a second end where they should, all day: 441 samples are 10 ms")
    func endTime() {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let start = MediaTime(nanoseconds: 123_456_789)
        for count in [441, 4_410, 44_100, 1_323_000] {
            #expect(ramp(count, at: start, format: format).endTime - start == .milliseconds(count / 441 * 10))
        }
        // 1024 samples are no whole number of nanoseconds: the position is what is exact, and it never drifts.
        for index in stride(from: 0, through: 86_400 * 44_100 / 1_024, by: 90_001) {
            let time = start + format.duration(ofSamples: index * 1_024)
            let next = start + format.duration(ofSamples: (index + 1) * 1_024)
            let gap = next - AudioBuffer(silence: 1_024, format: format, time: time).endTime
            #expect(gap >= .nanoseconds(-1) && gap <= .nanoseconds(1))
        }
    }

    @Test("Dropping the first samples moves the time along", arguments: [(0, 0), (3, 3), (10, 10), (11, 10), (-2, 0)])
    func dropping(count: Int, dropped: Int) {
        let buffer = ramp(10, at: MediaTime(nanoseconds: 7)).dropping(first: count)
        #expect(buffer.sampleCount == 10 - dropped)
        #expect(buffer.time == MediaTime(nanoseconds: 7) + format.duration(ofSamples: dropped))
        #expect(buffer.samples == (dropped..<10).flatMap { [Float($0), -Float($0)] })
    }

    @Test(
        "A prefix has the first samples, and keeps the time", arguments: [(0, 0), (3, 3), (10, 10), (11, 10), (-2, 0)])
    func prefix(count: Int, kept: Int) {
        let buffer = ramp(10, at: MediaTime(nanoseconds: 7)).prefix(count)
        #expect(buffer.samples == (0..<kept).flatMap { [Float($0), -Float($0)] })
        #expect(buffer.time == MediaTime(nanoseconds: 7))
    }

    @Test("A buffer that is cut in two has all its samples, and its end is where it was", arguments: 0...10)
    func cut(count: Int) {
        let buffer = ramp(10, at: MediaTime(nanoseconds: 7))
        let (first, second) = (buffer.prefix(count), buffer.dropping(first: count))
        #expect(first.samples + second.samples == buffer.samples)
        #expect(first.endTime == second.time)
        let difference = second.endTime - buffer.endTime
        #expect(difference >= .nanoseconds(-1) && difference <= .nanoseconds(1))
    }

    @Test("Silence is zeros in every channel")
    func silence() {
        let buffer = AudioBuffer(silence: 5, format: format, time: .zero)
        #expect(buffer.samples == [Float](repeating: 0, count: 10))
    }
}
