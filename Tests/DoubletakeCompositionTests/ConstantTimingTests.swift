import DoubletakeComposition
import DoubletakeMedia
import Testing

struct ConstantTimingTests {
    static let rates = [FrameRate(24), FrameRate(25), FrameRate(30_000, per: 1_001), FrameRate(30), FrameRate(60)]

    @Test(
        "Picture n is shown exactly at the n-th frame time, and there are duration times rate of them", arguments: rates
    )
    func slots(rate: FrameRate) {
        // Ten seconds and ten milliseconds are a whole number of frames at 30000/1001 too.
        let duration: Duration = rate.denominator == 1 ? .seconds(10) : .milliseconds(10_010)
        var film = PacedFilm.begun(rate: rate, timing: .constant)
        for index in 1...97 { film.offer(at: .milliseconds(103 * index)) }
        film.finish(at: duration)
        #expect(film.frames.count == Int((duration.inSeconds * rate.framesPerSecond).rounded()))
        #expect(film.times == film.frames.indices.map { rate.offset(ofFrame: Int64($0)) })
    }

    @Test("Every picture is shown, repeated or counted as replaced", arguments: rates)
    func counters(rate: FrameRate) {
        var random = SeededGenerator(seed: 4)
        var film = PacedFilm.begun(rate: rate, timing: .constant)
        var time = Duration.zero
        for _ in 0..<500 {
            time += random.duration(in: .zero ... .milliseconds(80))
            film.offer(at: time)
        }
        film.finish(at: time + .seconds(1))
        let different = Set(film.numbers)
        #expect(film.frames.count == different.count + film.repeatedCount)
        #expect(film.changes.count == different.count + film.replacedCount)
        #expect(film.numbers == film.numbers.sorted())
    }

    @Test("On average a picture is shown neither early nor late", arguments: [29.7, 30.3])
    func average(offeredPerSecond: Double) {
        let rate = FrameRate(30)
        var film = PacedFilm.begun(timing: .constant)
        for index in 1...3_000 { film.offer(at: .nanoseconds(Int64(Double(index) * 1e9 / offeredPerSecond))) }
        film.finish(at: .seconds(90))
        var differences: [Duration] = []
        for (earlier, later) in zip(film.frames, film.frames.dropFirst())
        where earlier.sequenceNumber != later.sequenceNumber {
            differences.append(film.changes[Int(later.sequenceNumber)] - later.time)
        }
        #expect(differences.count > 2_600)
        #expect(differences.allSatisfy { abs($0.inSeconds) <= rate.frameDuration.inSeconds / 2 + 1e-8 })
        let mean = differences.reduce(.zero, +) / differences.count
        #expect(abs(mean.inSeconds) < 0.001, "the mean is \(mean)")
    }

    @Test("Sixty pictures a second in a film of thirty are all different ones")
    func twiceAsMany() {
        var film = PacedFilm.begun(timing: .constant)
        let source = FrameRate(60)
        for index in 1...600 { film.offer(at: source.offset(ofFrame: Int64(index))) }
        film.finish(at: .seconds(10))
        #expect(film.frames.count == 300 && Set(film.numbers).count == 300)
        #expect(film.repeatedCount == 0)
    }

    @Test("Twenty-five pictures a second in a film of sixty are all shown, two or three times each")
    func fewer() {
        var film = PacedFilm.begun(rate: FrameRate(60), timing: .constant)
        for index in 1...249 { film.offer(at: FrameRate(25).offset(ofFrame: Int64(index))) }
        film.finish(at: .seconds(10))
        let runs = Dictionary(grouping: film.numbers, by: \.self).mapValues(\.count)
        #expect(runs.count == 250 && film.replacedCount == 0)
        #expect(film.repeatedCount == 350)
        #expect(runs.values.allSatisfy { (2...3).contains($0) })
    }

    @Test("A change that is delivered up to an interval late is still shown in its own slot")
    func delivery() {
        let rate = FrameRate(30)
        var film = PacedFilm.begun(timing: .constant)
        // Just before half an interval after slot 3, and delivered an interval later.
        let change = rate.offset(ofFrame: 3) + .milliseconds(16)
        film.offer(at: change, deliveredAt: change + rate.frameDuration)
        film.finish(at: .seconds(1))
        #expect(film.numbers.firstIndex(of: 1) == 3)
    }

    @Test("A first picture that comes late fills all frames from the start on")
    func firstLate() {
        var film = PacedFilm(timing: .constant)
        film.begin()
        #expect(film.deadline == nil)
        film.offer(at: .milliseconds(500))
        film.offer(at: .milliseconds(600))
        film.finish(at: .seconds(1))
        #expect(film.frames.count == 30 && film.times.first == .zero)
        #expect(film.numbers == Array(repeating: 0, count: 18) + Array(repeating: 1, count: 12))
        #expect(film.repeatedCount == 28)
    }

    @Test("No frame time at the end or after it is filled, and the one just before it is", arguments: rates)
    func end(rate: FrameRate) {
        for (excess, count) in [(Duration.zero, 30), (.nanoseconds(1), 31)] {
            var film = PacedFilm.begun(rate: rate, timing: .constant)
            film.finish(at: rate.offset(ofFrame: 30) + excess)
            #expect(film.frames.count == count)
        }
    }

    @Test("A film that never got a picture ends without one")
    func nothing() {
        var film = PacedFilm(timing: .constant)
        film.begin()
        film.finish(at: .seconds(1))
        #expect(film.frames.isEmpty)
    }
}
