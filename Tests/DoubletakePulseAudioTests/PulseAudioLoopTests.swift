import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

@Suite struct PulseAudioLoopTests {
    @Test("A loop that was interrupted turns no more, however often it is asked to")
    func interrupted() throws {
        let loop = try PulseAudioLoop()
        #expect(loop.turn(noLongerThan: .milliseconds(1)))
        loop.interrupt()
        for _ in 0..<3 { #expect(!loop.turn(noLongerThan: nil)) }
    }

    @Test("A loop on which nothing happens turns no longer than it may")
    func limit() throws {
        let loop = try PulseAudioLoop()
        let clock = MonotonicClock()
        let start = clock.now
        #expect(loop.turn(noLongerThan: .milliseconds(20)))
        #expect(clock.now - start >= .milliseconds(19))
    }
}
