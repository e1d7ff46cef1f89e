import DoubletakeMedia
import DoubletakeWriting
import Testing

@testable import DoubletakeX264

@Suite struct KeyframeRequestTests {
    @Test("The first picture of the time that was asked for, or later, is a keyframe, and the next one isn't")
    func requested() throws {
        let size = PixelSize(width: 64, height: 64)
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size))
        var isKeyframe: [Bool] = []
        for number in 0..<8 {
            if number == 2 { encoder.requestKeyframe(at: MediaTime(nanoseconds: 5_000_000_000)) }
            if number == 3 { encoder.requestKeyframe(at: MediaTime(nanoseconds: 4_500_000_000)) }
            let frame = VideoFrame(
                pixelBuffer: PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited),
                time: MediaTime(nanoseconds: Int64(number) * 1_000_000_000),
                sequenceNumber: UInt64(number),
                damage: number == 0 ? .everything : .none
            )
            isKeyframe += try encoder.encode(frame).map(\.isKeyframe)
        }
        #expect(isKeyframe == [true, false, false, false, false, true, false, false])
    }
}
