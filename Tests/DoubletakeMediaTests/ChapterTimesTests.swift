import DoubletakeMedia
import Testing

@Suite("The times of chapters")
struct ChapterTimesTests {
    private func chapters(_ milliseconds: [Double], in length: Duration) -> [(Int, Int64)] {
        ChapterTimes.chapters(at: milliseconds.map { Int64($0 * 1e6) }, in: length)
            .map { ($0.marker, $0.milliseconds) }
    }

    private func expect(
        _ milliseconds: [Double],
        in length: Duration,
        _ expected: [(Int, Int64)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let chapters = chapters(milliseconds, in: length)
        #expect(chapters.elementsEqual(expected, by: ==), "\(chapters)", sourceLocation: sourceLocation)
    }

    @Test("Chapters are in the order of their times, to the nearest millisecond")
    func order() {
        expect([30.4, 10.5, 0], in: .seconds(1), [(2, 0), (1, 11), (0, 30)])
    }

    @Test("What is not within the film is no chapter")
    func outside() {
        expect([-1, -0.001, 1_000, 1_000.2, 999.9], in: .seconds(1), [(4, 999)])
        expect([0], in: .zero, [])
        expect([0], in: .microseconds(999), [])
    }

    @Test("Those of one time are a millisecond apart, in their order")
    func together() {
        expect([5, 5, 5.2, 4.9], in: .seconds(1), [(3, 5), (0, 6), (1, 7), (2, 8)])
    }

    @Test("Those at the film's end are moved back, so that each lasts a millisecond")
    func atTheEnd() {
        expect([997, 999.1, 999.2, 999.9], in: .microseconds(1_000_900), [(0, 996), (1, 997), (2, 998), (3, 999)])
    }

    @Test("There are no more than the film has milliseconds")
    func crowd() {
        expect([0, 0, 0, 1, 1], in: .milliseconds(3), [(0, 0), (1, 1), (2, 2)])
    }

    @Test("A film whose length is absurd has its chapters")
    func absurd() {
        expect([7], in: Duration(secondsComponent: .max, attosecondsComponent: 0), [(0, 7)])
        #expect(ChapterTimes.chapters(at: [.max], in: .seconds(Int64.max)).map(\.milliseconds) == [9_223_372_036_855])
    }
}
