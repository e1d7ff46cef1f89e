import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import Doubletake

/// Parts that are made ahead.
@Suite(.timeLimit(.minutes(10))) struct NextPartTests {
    private let folder: TemporaryFolder
    private let film: FilmFile
    private let requestCount = ConditionLock(0)
    private let next: NextPart

    init() throws {
        folder = try TemporaryFolder()
        film = try FilmFile(path: folder.file("film.mp4"), replacement: .never)
        let maker = NextPart.Maker(
            film: film,
            tracks: try PacketScene().tracks.map {
                MovieEncoders.Track(description: $0, name: "\($0.mediaType)", isEnabled: true)
            },
            metadata: .init(),
            codecs: SystemCodecs(),
            clock: ManualClock(now: PacketScene.start)
        )
        next = try NextPart(maker) { Issue.record("a part can't be made: \($0)") }
        next.onReady { [requestCount] _ in requestCount.withLock { $0 += 1 } }
    }

    private func awaitRequest(_ count: Int) {
        _ = requestCount.wait(until: nil, on: MonotonicClock()) { $0 >= count ? true : nil }
    }

    @Test("A part that the film has just gone on in isn't made again for a track that doesn't know of that yet")
    func notTwice() throws {
        let start = PacketScene.start
        next.want(2, from: start + .seconds(1))
        awaitRequest(1)
        let second = try #require(next.take(at: start + .seconds(1)))
        next.want(2, from: start + .seconds(1))
        next.want(3, from: start + .seconds(2))
        awaitRequest(2)
        let third = try #require(next.take(at: start + .seconds(2)))
        #expect([second, third].map(\.file.number) == [2, 3])
        #expect(try folder.contents() == ["film-2.part.mp4", "film-3.part.mp4"])
        next.end()
        for part in [second, third] { part.giveUp(in: film) }
        #expect(try folder.contents().isEmpty)
    }

    @Test("A part that is wanted at once is the one behind the newest, and one that is ready begins sooner")
    func atOnce() throws {
        let start = PacketScene.start
        next.wantNow(after: start)
        awaitRequest(1)
        let second = try #require(next.take(at: start + .milliseconds(1)))
        next.want(3, from: start + .seconds(10))
        awaitRequest(2)
        #expect(next.take(at: start + .seconds(2)) == nil)
        next.wantNow(after: start + .seconds(1))
        awaitRequest(3)
        let third = try #require(next.take(at: start + .seconds(2)))
        #expect([second, third].map(\.file.number) == [2, 3])
        next.end()
        for part in [second, third] { part.giveUp(in: film) }
    }
}
