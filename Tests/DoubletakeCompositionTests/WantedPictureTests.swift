import DoubletakeComposition
import DoubletakeMedia
import Testing

/// Pictures that are wanted at an instant, as where a pause ends.
struct WantedPictureTests {
    @Test(
        "A picture that is wanted while nothing changes is there at its instant, a frame interval later at the latest")
    func still() {
        var film = PacedFilm.begun(timing: .variable)
        film.show(at: .milliseconds(500))
        #expect(film.deadline == .milliseconds(500) + FrameRate(30).frameDuration)
        film.advance(to: .milliseconds(534))
        #expect(film.times == [.zero, .milliseconds(500)])
        #expect(film.frames.last?.damage(since: 0) == Damage.none)
        film.advance(to: .seconds(3))
        #expect(film.times.filter { $0 == .milliseconds(500) }.count == 1)
    }

    @Test("It is the newest picture of then, also when that is delivered later, and those after it follow it")
    func changing() {
        var film = PacedFilm.begun(timing: .variable)
        film.show(at: .milliseconds(500))
        film.offer(at: .milliseconds(497), deliveredAt: .milliseconds(505))
        film.offer(at: .milliseconds(515))
        film.advance(to: .milliseconds(600))
        #expect(film.times == [0, 497, 500, 515].map { .milliseconds($0) })
        #expect(film.numbers == [0, 1, 1, 2])
    }

    @Test("A picture that changed just then is enough, and the newest of two wishes counts")
    func enough() {
        var film = PacedFilm.begun(timing: .variable)
        film.show(at: .milliseconds(480))
        film.show(at: .milliseconds(500))
        film.offer(at: .milliseconds(500))
        film.advance(to: .milliseconds(600))
        #expect(film.times == [.zero, .milliseconds(500)])
    }

    @Test("With constant timing every interval has its picture anyway")
    func constant() {
        var film = PacedFilm.begun(rate: FrameRate(10), timing: .constant)
        film.show(at: .milliseconds(250))
        film.advance(to: .milliseconds(900))
        #expect(film.times == (0..<7).map { .milliseconds(100 * $0) } + [.milliseconds(700)])
    }
}
