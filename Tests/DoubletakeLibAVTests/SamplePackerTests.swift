import Testing

@testable import DoubletakeLibAV

@Suite struct SamplePackerTests {
    @Test("Frames have one length, whatever comes in, and nothing is lost or moved")
    func frames() {
        let samples = (0..<100).map(Float.init)
        for length in [1, 3, 10, 99, 100] {
            var packer = SamplePacker(channelCount: 2, frameSampleCount: 7)
            var frames: [[Float]] = []
            for start in stride(from: 0, to: samples.count, by: length) {
                packer.append(Array(samples[start..<min(start + length, samples.count)]))
                while let frame = packer.nextFrame() { frames.append(frame) }
            }
            #expect(frames.allSatisfy { $0.count == 14 })
            #expect(frames.flatMap(\.self) + packer.takeRest() == samples)
            #expect(packer.takeRest().isEmpty)
        }
    }

    @Test("What is no number, or beyond all sound, becomes silence")
    func notSound() {
        var packer = SamplePacker(channelCount: 1, frameSampleCount: 6)
        packer.append([.nan, .infinity, -.infinity, 1e20, -1.5, 0.25])
        #expect(packer.nextFrame() == [0, 0, 0, 0, -1.5, 0.25])
    }
}
