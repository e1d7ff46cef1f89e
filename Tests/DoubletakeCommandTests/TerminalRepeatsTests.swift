import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

struct TerminalRepeatsTests {
    private var repeats = TerminalRepeats()

    /// The times of the presses that are certain when keys come at these times, in milliseconds, and nothing after.
    private mutating func presses(_ key: TerminalKey = .press, at times: [Int64]) -> [Int64] {
        var presses: [TerminalRepeats.Press] = []
        for time in times {
            presses += repeats.add(TerminalRepeats.Press(key: key, time: MediaTime.zero + .milliseconds(time)))
        }
        if let deadline = repeats.deadline { presses += repeats.due(at: deadline) }
        return presses.map { $0.time.nanoseconds / 1_000_000 }
    }

    @Test("A first press is certain at once, and the next one as soon as it is no repeat")
    mutating func certainty() {
        let first = TerminalRepeats.Press(key: .press, time: MediaTime.zero + .seconds(5))
        let second = TerminalRepeats.Press(key: .press, time: first.time + .milliseconds(200))
        #expect(repeats.add(first) == [first])
        #expect(repeats.deadline == nil)
        #expect(repeats.add(second) == [])
        #expect(repeats.deadline == second.time + .milliseconds(80))
        #expect(repeats.due(at: second.time + .milliseconds(79)) == [])
        #expect(repeats.due(at: second.time + .milliseconds(80)) == [second])
        #expect(repeats.deadline == nil)
    }

    @Test(
        "A held key is one press, whatever the keyboard's delay and rate are",
        arguments: [(200, 20), (250, 33), (500, 40), (660, 40), (1_000, 79)] as [(Int64, Int64)]
    )
    mutating func held(delay: Int64, interval: Int64) {
        let times = [1_000] + Array(stride(from: 1_000 + delay, to: 4_000, by: Int64.Stride(interval)))
        #expect(presses(at: times) == [1_000])
        // Pressed again after it was let go.
        #expect(presses(at: [4_100]) == [4_100])
    }

    @Test("Presses by hand are all there, twice and three times too", arguments: [80, 120, 200, 399, 1_000] as [Int64])
    mutating func byHand(distance: Int64) {
        #expect(presses(at: [1_000, 1_000 + distance, 1_000 + 2 * distance]).count == 3)
    }

    @Test("Another key in between is no repeat of either")
    mutating func otherKey() {
        let first = presses(.press, at: [1_000, 1_200])
        #expect(first == [1_000, 1_200])
        let second = repeats.add(TerminalRepeats.Press(key: .press, time: MediaTime.zero + .milliseconds(1_500)))
        let other = TerminalRepeats.Press(key: .quit, time: MediaTime.zero + .milliseconds(1_520))
        #expect(second == [])
        #expect(repeats.add(other).map(\.key) == [.press, .quit])
    }
}
