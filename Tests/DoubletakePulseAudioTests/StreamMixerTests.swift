import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

@Suite struct StreamMixerTests {
    private let format = AudioFormat(sampleRate: 1_000, channelCount: 1)

    /// What came out.
    private struct Sum: Equatable {
        let time: MediaTime
        let samples: [Float]

        init(_ buffer: AudioBuffer) {
            time = buffer.time
            samples = buffer.samples
        }
    }

    private func take(_ mixer: inout StreamMixer, at milliseconds: Int) -> Sum? {
        mixer.take(at: time(milliseconds)).map(Sum.init)
    }

    private func sum(_ milliseconds: Int, _ samples: Float...) -> Sum {
        Sum(AudioBuffer(format: format, time: time(milliseconds), samples: samples))
    }

    private func buffer(_ milliseconds: Int, _ samples: Float...) -> AudioBuffer {
        AudioBuffer(format: format, time: time(milliseconds), samples: samples)
    }

    private func time(_ milliseconds: Int) -> MediaTime {
        .zero + .milliseconds(milliseconds)
    }

    @Test("What one stream plays comes out at once, at its times")
    func one() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1, 2), of: 7)
        #expect(take(&mixer, at: 102) == sum(100, 1, 2))
        #expect(take(&mixer, at: 102) == nil)
        mixer.add(buffer(102, 3), of: 7)
        #expect(take(&mixer, at: 110) == sum(102, 3))
    }

    @Test("Streams are added sample by sample, once each of them has come as far")
    func two() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1, 1, 1, 1), of: 7)
        mixer.add(buffer(102, 10, 10), of: 8)
        #expect(take(&mixer, at: 104) == sum(100, 1, 1, 11, 11))
        mixer.add(buffer(104, 2, 2), of: 7)
        #expect(take(&mixer, at: 106) == nil)
        mixer.add(buffer(104, 20), of: 8)
        #expect(take(&mixer, at: 106) == sum(104, 22))
        #expect(mixer.streamCount == 2)
    }

    @Test("A stream that doesn't come is waited for as long as patience lasts, and what it has later counts as late")
    func patience() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1), of: 7)
        mixer.add(buffer(100, 10), of: 8)
        #expect(take(&mixer, at: 101) == sum(100, 11))
        mixer.add(buffer(101, 2, 2), of: 7)
        #expect(take(&mixer, at: 101 + 80) == nil)
        #expect(take(&mixer, at: 101 + 81) == sum(101, 2, 2))
        mixer.add(buffer(101, 20, 20, 20), of: 8)
        #expect(mixer.lateSampleCount == 2)
        #expect(take(&mixer, at: 101 + 90) == sum(103, 20))
    }

    @Test("A stream that has ended isn't waited for")
    func ended() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1, 1), of: 7)
        mixer.add(buffer(100, 10), of: 8)
        mixer.remove(8)
        #expect(take(&mixer, at: 102) == sum(100, 11, 1))
        #expect(mixer.streamCount == 1)
    }

    @Test("Jitter leaves no gap, a jump does, and behind a pause the sum begins at the new time")
    func jitter() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1), of: 7)
        mixer.add(buffer(106, 2), of: 7)
        #expect(take(&mixer, at: 110) == sum(105, 1, 2))
        mixer.add(buffer(140, 3), of: 7)
        #expect(take(&mixer, at: 141) == sum(140, 3))
    }

    @Test("Streams of one device stay together however its clock goes, and the sum has the time of the first")
    func drift() {
        var mixer = StreamMixer(format: format)
        // A device that plays 99 samples in the time of a hundred.
        for number in 0..<100 {
            let heard = number * 10
            for id in [UInt32(7), 8] {
                mixer.add(AudioBuffer(format: format, time: time(heard), samples: [1, 1, 1, 1, 1, 1, 1, 1, 1]), of: id)
            }
            #expect(take(&mixer, at: heard + 10) == sum(heard, 2, 2, 2, 2, 2, 2, 2, 2, 2))
        }
        #expect(mixer.lateSampleCount == 0)
    }

    @Test("The others go on in their places when the first stream ends")
    func handOver() {
        var mixer = StreamMixer(format: format)
        mixer.add(buffer(100, 1, 1), of: 7)
        mixer.add(buffer(100, 10, 10), of: 8)
        #expect(take(&mixer, at: 102) == sum(100, 11, 11))
        mixer.remove(7)
        mixer.add(buffer(102, 10, 10), of: 8)
        #expect(take(&mixer, at: 104) == sum(102, 10, 10))
    }
}
