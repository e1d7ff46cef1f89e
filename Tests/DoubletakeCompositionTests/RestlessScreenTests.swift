import DoubletakeComposition
import DoubletakeMedia
import Testing

/// Ten thousand changes at random times, with bursts of a thousand a second and pauses.
struct RestlessScreenTests {
    static let rates = [FrameRate(24), FrameRate(25), FrameRate(30_000, per: 1_001), FrameRate(30), FrameRate(60)]

    @Test("Pictures are never nearer than half an interval, in order, and never early", arguments: rates)
    func distances(rate: FrameRate) {
        let film = film(rate: rate)
        let half = Duration.nanoseconds((rate.frameDuration / 2).wholeNanoseconds)
        for (earlier, later) in zip(film.frames, film.frames.dropFirst()) {
            if later.time - earlier.time < half {
                Issue.record("\(earlier.time) and \(later.time) are too near")
            }
            if later.sequenceNumber < earlier.sequenceNumber {
                Issue.record("\(later.sequenceNumber) comes after \(earlier.sequenceNumber)")
            }
            if later.time < film.changes[Int(later.sequenceNumber)] {
                Issue.record("\(later.sequenceNumber) is shown before it was there")
            }
        }
    }

    @Test("What is shown is never older than one interval", arguments: rates)
    func age(rate: FrameRate) {
        let film = film(rate: rate)
        for (earlier, later) in zip(film.frames, film.frames.dropFirst())
        where later.sequenceNumber > earlier.sequenceNumber {
            let outdated = max(film.changes[Int(earlier.sequenceNumber) + 1], PacedFilm.start)
            if later.time - outdated > rate.frameDuration {
                Issue.record("\(earlier.sequenceNumber) is shown up to \(later.time), and was over at \(outdated)")
            }
        }
    }

    @Test("Every picture that was offered is shown, or counted as replaced", arguments: rates)
    func counters(rate: FrameRate) {
        let film = film(rate: rate)
        let different = Set(film.numbers)
        #expect(film.frames.count - film.repeatedCount == different.count)
        #expect(film.changes.count == different.count + film.replacedCount)
        #expect(different.contains(UInt64(film.changes.count - 1)), "the last picture is never lost")
    }

    private func film(rate: FrameRate) -> PacedFilm {
        var random = SeededGenerator(seed: UInt64(rate.numerator))
        var film = PacedFilm.begun(rate: rate, timing: .variable)
        var time = Duration.milliseconds(1)
        while film.changes.count < 10_000 {
            let length = Int.random(in: 1...400, using: &random)
            let step: ClosedRange<Duration> =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .milliseconds(1) ... .milliseconds(1)
                case 1: .zero ... .milliseconds(40)
                case 2: rate.frameDuration / 2...rate.frameDuration / 2
                default: .milliseconds(10) ... .milliseconds(200)
                }
            for _ in 0..<min(length, 10_000 - film.changes.count) {
                time += random.duration(in: step)
                film.offer(at: time)
            }
            time += random.duration(in: .zero ... .milliseconds(3_000))
        }
        film.finish(at: time + .seconds(1))
        return film
    }
}
