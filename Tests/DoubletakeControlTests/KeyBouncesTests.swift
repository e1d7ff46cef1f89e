import DoubletakeControl
import DoubletakeMedia
import Testing

struct KeyBouncesTests {
    /// Which of some contacts are presses.
    private func presses(_ contacts: [(action: KeyAction, time: Int64)]) -> [Bool] {
        var bounces = KeyBounces()
        var presses: [Bool] = []
        for (action, time) in contacts { presses.append(bounces.isPress(action, at: at(time))) }
        return presses
    }

    @Test("Contacts of a key nearer than 30 ms are one press, and other keys don't count")
    func bounces() {
        let contacts: [(action: KeyAction, time: Int64)] = [
            (.stop, 1_000), (.stop, 1_029), (.stop, 1_050), (.mark, 1_051), (.stop, 1_080), (.stop, 1_055),
        ]
        #expect(presses(contacts) == [true, false, false, true, true, false])
    }

    @Test("Ten thousand random contacts are as many presses as there are gaps of 30 ms between them")
    func random() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            let gaps = (0..<10).map { _ in Int64.random(in: 1...60, using: &random) }
            var time: Int64 = 0
            var contacts: [(action: KeyAction, time: Int64)] = []
            for gap in gaps {
                time += gap
                contacts.append((.pause, time))
            }
            #expect(presses(contacts) == gaps.indices.map { $0 == 0 || gaps[$0] >= 30 })
        }
    }
}
