import DoubletakeMedia
import Testing

struct FrameRateTests {
    private static let rates = [
        FrameRate(30), FrameRate(60), FrameRate(30_000, per: 1_001), FrameRate(24_000, per: 1_001), FrameRate(1),
        FrameRate(7, per: 3), FrameRate(1_000),
    ]

    @Test("A frame's offset is exact, however many frames went before", arguments: [30, 60, 25])
    func whole(rate: Int) {
        #expect(FrameRate(rate).offset(ofFrame: Int64(rate) * 86_400) == .seconds(86_400))
        #expect(FrameRate(rate).offset(ofFrame: -Int64(rate)) == .seconds(-1))
    }

    @Test("30000 frames of NTSC last 1001 seconds, and a day of them is exact")
    func ntsc() {
        let rate = FrameRate(30_000, per: 1_001)
        #expect(rate.offset(ofFrame: 30_000) == .seconds(1_001))
        #expect(rate.offset(ofFrame: 30_000 * 86) == .seconds(86_086))
        #expect(rate.frameDuration == .nanoseconds(33_366_667))
    }

    @Test("A frame is due at its own offset, and its predecessor until then, all day", arguments: rates)
    func inverse(rate: FrameRate) {
        var generator = SeededGenerator(seed: 3)
        let day = Int64(86_400 * rate.framesPerSecond)
        for _ in 0..<2_000 {
            let number = Int64.random(in: -day...day, using: &generator)
            let offset = rate.offset(ofFrame: number)
            #expect(rate.frameNumber(at: offset) == number)
            #expect(rate.frameNumber(at: offset - .nanoseconds(1)) == number - 1)
            #expect(rate.frameNumber(at: offset + rate.frameDuration / 2) == number)
        }
    }

    @Test("Before frame 0 the numbers are negative")
    func before() {
        let rate = FrameRate(30)
        #expect(rate.frameNumber(at: .zero) == 0)
        #expect(rate.frameNumber(at: .nanoseconds(-1)) == -1)
        #expect(rate.frameNumber(at: .milliseconds(-33)) == -1)
        #expect(rate.frameNumber(at: .milliseconds(-34)) == -2)
        #expect(rate.frameNumber(at: .seconds(-1)) == -30)
    }

    @Test("A rate is written as people write it, and known as a number")
    func words() {
        #expect(FrameRate(30).description == "30")
        #expect(FrameRate(30_000, per: 1_001).description == "30000/1001")
        #expect(FrameRate(15, per: 2).framesPerSecond == 7.5)
    }
}
