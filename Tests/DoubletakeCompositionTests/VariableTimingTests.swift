import DoubletakeComposition
import DoubletakeMedia
import Testing

struct VariableTimingTests {
    /// Half the interval of 30 frames a second, as a time on the clock can have it.
    private static let half = Duration.nanoseconds(16_666_666)

    /// When a picture of 30 a second is repeated in the second that ends then: 100 ms and an interval before.
    private static func heartbeat(before end: Int) -> Duration {
        .seconds(end) - .milliseconds(100) - FrameRate(30).frameDuration
    }

    @Test("The film begins with the newest picture from before the start, stamped at the start")
    func newestBeforeStart() {
        var film = PacedFilm(timing: .variable)
        film.offer(at: .milliseconds(-300))
        film.offer(at: .milliseconds(-100))
        #expect(film.deadline == nil)
        film.begin()
        film.advance(to: .milliseconds(34))
        #expect(film.numbers == [1] && film.times == [.zero])
        #expect(film.replacedCount == 0, "what was before the start is no picture of the film")
    }

    @Test("A first picture that comes only after the start is stamped at the start, and so shown from there")
    func firstAfterStart() {
        var film = PacedFilm(timing: .variable)
        film.begin()
        #expect(film.deadline == nil)
        film.offer(at: .milliseconds(70))
        film.offer(at: .milliseconds(75))
        film.advance(to: .milliseconds(200))
        #expect(film.numbers == [0, 1] && film.times == [.zero, .milliseconds(75)])
    }

    @Test("When the start is known late, the newest picture by then is the first one")
    func lateStart() {
        var film = PacedFilm(timing: .variable)
        film.offer(at: .milliseconds(-100))
        film.offer(at: .milliseconds(40))
        film.begin()
        film.advance(to: .milliseconds(50))
        #expect(film.numbers == [1] && film.times == [.zero])
    }

    @Test("A change from before the start that is delivered after it takes the first picture's place")
    func lateDelivery() {
        var film = PacedFilm(timing: .variable)
        film.offer(at: .milliseconds(-100))
        film.begin()
        film.offer(at: .milliseconds(-5), deliveredAt: .milliseconds(28))
        film.offer(at: .milliseconds(28), deliveredAt: .milliseconds(61))
        film.advance(to: .milliseconds(100))
        #expect(film.numbers == [1, 2] && film.times == [.zero, .milliseconds(28)])
    }

    @Test("A change keeps its own time, however late it is delivered")
    func ownTime() {
        let changes: [Duration] = [.milliseconds(100), .microseconds(217_300), .nanoseconds(1_234_567_891)]
        var film = PacedFilm.begun(timing: .variable)
        for change in changes { film.offer(at: change, deliveredAt: change + .milliseconds(9)) }
        film.advance(to: .milliseconds(1_890))
        #expect(film.times == [.zero] + changes)
    }

    @Test("Two changes nearer than half an interval become one, with the later one's picture and time and both damages")
    func merged() throws {
        let rects = [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 1, y: 1, width: 1, height: 1)]
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: .milliseconds(100), damage: Damage([rects[0]]))
        film.offer(at: .milliseconds(116), damage: Damage([rects[1]]))
        film.advance(to: .milliseconds(300))
        #expect(film.numbers == [0, 2] && film.times == [.zero, .milliseconds(116)])
        let merged = try #require(film.frames.last)
        #expect(merged.damage(since: 0).rectangles == rects)
        #expect(film.replacedCount == 1)
    }

    @Test("Two changes half an interval apart are two pictures")
    func halfIntervalApart() {
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: .milliseconds(100))
        // Delivered together, so that the first one still waits when the second one comes.
        film.offer(at: .milliseconds(100) + Self.half, deliveredAt: .milliseconds(100))
        film.advance(to: .milliseconds(300))
        #expect(film.numbers == [0, 1, 2] && film.replacedCount == 0)
    }

    @Test("A still screen is repeated near the end of every second without a picture, and without damage")
    func heartbeat() {
        var film = PacedFilm.begun(timing: .variable)
        film.advance(to: .seconds(5))
        film.offer(at: .milliseconds(5_500))
        film.advance(to: .seconds(10))
        let heartbeats = [2, 3, 4, 5, 7, 8, 9, 10].map(Self.heartbeat(before:))
        #expect(film.times == [.zero] + heartbeats[..<4] + [.milliseconds(5_500)] + heartbeats[4...])
        #expect(film.numbers == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1] && film.repeatedCount == 8)
        for index in film.frames.indices.dropFirst() where index != 5 {
            #expect(film.frames[index].damage(since: film.numbers[index - 1]).isEmpty)
        }
        #expect(film.deadline == .milliseconds(10_900))
    }

    @Test("A pacer that is asked late gives the heartbeats that it owes")
    func lateHeartbeats() {
        var pacer = FramePacer(rate: FrameRate(30), timing: .variable)
        var film = PacedFilm.begun(timing: .variable)
        film.advance(to: .milliseconds(34))
        pacer.offer(film.frames[0])
        pacer.begin(at: PacedFilm.start)
        let frames = pacer.due(at: PacedFilm.start + .milliseconds(3_900))
        #expect(frames.map { $0.time - PacedFilm.start } == [.zero] + [2, 3, 4].map(Self.heartbeat(before:)))
    }

    @Test(
        "A change of about a heartbeat's time takes its place, and keeps its own, though it is delivered later",
        arguments: [-15, -1, 0, 1, 15, 32]
    )
    func changeAtHeartbeat(offset: Int) {
        let change = Self.heartbeat(before: 2) + .milliseconds(offset)
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: change, deliveredAt: max(change, Self.heartbeat(before: 2) + .milliseconds(offset / 2 + 16)))
        film.advance(to: .milliseconds(2_500))
        #expect(film.times == [.zero, change] && film.numbers == [0, 1] && film.repeatedCount == 0)
    }

    @Test("A change behind a heartbeat keeps its time as well")
    func changeAfterHeartbeat() {
        let change = Self.heartbeat(before: 2) + FrameRate(30).frameDuration + .milliseconds(1)
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: change)
        film.advance(to: .milliseconds(2_500))
        #expect(film.times == [.zero, Self.heartbeat(before: 2), change] && film.numbers == [0, 0, 1])
    }

    @Test("However slow the film is, its pictures are less than two seconds apart", arguments: [1, 2, 5, 10, 60])
    func slowFilm(rate: Int) {
        var film = PacedFilm.begun(rate: FrameRate(rate), timing: .variable)
        film.advance(to: .seconds(1))
        film.offer(at: .seconds(1))
        film.advance(to: .seconds(7))
        let gaps = zip(film.times.dropFirst(), film.times).map { $0 - $1 }
        #expect(film.times.count == 7 && gaps.allSatisfy { $0 > .zero && $0 < .seconds(2) })
    }

    @Test("The closing picture is shown one interval before the end")
    func closing() {
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: .milliseconds(400))
        film.finish(at: .seconds(1))
        #expect(film.times == [.zero, .milliseconds(400), .seconds(1) - FrameRate(30).frameDuration])
        #expect(film.numbers == [0, 1, 1] && film.repeatedCount == 1)
    }

    @Test(
        "A change nearer than half an interval to the closing picture's time, or after it, is itself the closing picture",
        arguments: [(949, true), (951, false), (967, false), (990, false)]
    )
    func closingChange(change: Int, isRepeated: Bool) {
        var film = PacedFilm.begun(timing: .variable)
        film.offer(at: .milliseconds(change))
        film.finish(at: .seconds(1))
        let closing = isRepeated ? [.seconds(1) - FrameRate(30).frameDuration] : []
        #expect(film.times == [.zero, .milliseconds(change)] + closing)
        #expect(film.repeatedCount == closing.count)
    }

    @Test("No picture is shown at the end or after it")
    func afterEnd() {
        var film = PacedFilm.begun(timing: .variable)
        film.advance(to: .milliseconds(990))
        film.offer(at: .seconds(1), deliveredAt: .milliseconds(990))
        film.finish(at: .seconds(1))
        #expect(film.times == [.zero, .seconds(1) - FrameRate(30).frameDuration])
        #expect(film.numbers == [0, 0])
    }

    @Test("A film that has not begun, or never got a picture, ends without one")
    func nothing() {
        var film = PacedFilm(timing: .variable)
        film.offer(at: .zero)
        film.finish(at: .seconds(1))
        #expect(film.frames.isEmpty)
        var empty = PacedFilm(timing: .variable)
        empty.begin()
        empty.finish(at: .seconds(1))
        #expect(empty.frames.isEmpty && empty.deadline == nil)
    }

    @Test("A film begins once")
    func secondBegin() async {
        await #expect(processExitsWith: .failure) {
            var film = PacedFilm.begun(timing: .variable)
            film.begin()
        }
    }
}
