import DoubletakeLibAV
import DoubletakeMedia
import Foundation
import Testing

@Suite struct LibAVTempoConverterTests {
    @Test("Faster or slower sound lasts as long as it should, and has its pitch", arguments: [0.25, 0.5, 1.5, 2, 5])
    func tempo(_ speed: Double) throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        let converter = try LibAVTempoConverter(format, speed: speed)
        let start = MediaTime.zero + .milliseconds(40)
        var samples: [Float] = []
        for number in 0..<100 {
            let values = (0..<1_024).flatMap { index in
                let value = Float(sin(2 * Double.pi * 1_000 * Double(number * 1_024 + index) / 48_000))
                return [value, value]
            }
            let time = start + format.duration(ofSamples: 1_024 * number)
            let buffer = try converter.convert(AudioBuffer(format: format, time: time, samples: values))
            #expect(buffer.time == start + format.duration(ofSamples: samples.count / 2))
            samples += buffer.samples
        }
        samples += try converter.finish().samples
        let wanted = 102_400 / speed
        #expect(abs(Double(samples.count / 2) - wanted) < 4_096)
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let crossings = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(crossings) / (Double(left.count) / 48_000) - 1_000) < 20)
    }
}
