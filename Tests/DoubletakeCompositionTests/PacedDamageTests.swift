import DoubletakeComposition
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// Someone who sees some of the pictures; those between are merged into the next one.
private struct Merger {
    private var follower = DamageFollower()
    private var waiting: VideoFrame?

    /// Sees a picture, or only merges it; false when the canvas isn't as the screen was.
    mutating func see(_ frame: VideoFrame, of screen: ChangingScreen, unless isSkipped: Bool) -> Bool {
        let merged = waiting.map { frame.superseding($0) } ?? frame
        waiting = isSkipped ? merged : nil
        return isSkipped || follower.see(merged, of: screen)
    }
}

struct PacedDamageTests {
    @Test(
        "A canvas that is rebuilt from the damage alone is always the truth, whatever was dropped before or behind the pacer",
        arguments: FrameTiming.allCases,
        [1, 2, 3, 4] as [UInt64]
    )
    func rebuilt(timing: FrameTiming, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var screen = ChangingScreen()
        let film = film(of: &screen, timing: timing, using: &random)
        #expect(film.replacedCount > 100 && film.repeatedCount > 5)

        var everything = DamageFollower()
        var loser = DamageFollower()
        var merger = Merger()
        for frame in film.frames {
            let isSkipped = Int.random(in: 0..<3, using: &random) == 0
            let isRight = [
                everything.see(frame, of: screen),
                isSkipped || loser.see(frame, of: screen),
                merger.see(frame, of: screen, unless: isSkipped),
            ]
            if isRight.contains(false) { Issue.record("picture \(frame.sequenceNumber) is wrong: \(isRight)") }
        }
    }

    @Test("A screen of which little changes is never said to have changed everywhere", arguments: FrameTiming.allCases)
    func small(timing: FrameTiming) {
        var random = SeededGenerator(seed: 9)
        var film = PacedFilm.begun(timing: timing)
        var time = Duration.zero
        for _ in 0..<300 {
            time += random.duration(in: .milliseconds(1) ... .milliseconds(30))
            film.offer(at: time, damage: Damage([PixelRect(x: 0, y: 0, width: 1, height: 1)]))
        }
        film.finish(at: time + .seconds(5))
        #expect(film.replacedCount > 50)
        var seen = film.frames.first?.sequenceNumber
        for frame in film.frames.dropFirst() {
            #expect(frame.damage(since: seen).rectangles?.count ?? 99 <= 1)
            seen = frame.sequenceNumber
        }
    }

    private func film(
        of screen: inout ChangingScreen,
        timing: FrameTiming,
        using random: inout SeededGenerator
    ) -> PacedFilm {
        var film = PacedFilm(timing: timing)
        film.offer(at: .milliseconds(-900), damage: screen.change(using: &random))
        film.offer(at: .milliseconds(-700), damage: screen.change(using: &random))
        film.begin()
        var time = Duration.zero
        for _ in 0..<600 {
            let isPause = Int.random(in: 0..<60, using: &random) == 0
            time += random.duration(in: .zero...(isPause ? .seconds(6) : .milliseconds(35)))
            let damage = screen.change(using: &random)
            if Int.random(in: 0..<20, using: &random) == 0 {
                film.lose(at: time)
            } else {
                film.offer(at: time, damage: damage)
            }
        }
        film.finish(at: time + .seconds(3))
        return film
    }
}
