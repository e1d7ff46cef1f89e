import DoubletakeMedia
import Testing

@testable import Doubletake

@Suite struct PartRouterTests {
    private static let start = MediaTime(nanoseconds: 1_000_000_000)

    private func packet(_ mediaType: MediaType, _ milliseconds: Int, lasting duration: Int = 20) -> EncodedPacket {
        let time = Self.start + .milliseconds(milliseconds)
        return EncodedPacket(
            mediaType: mediaType,
            data: [1],
            presentationTime: time,
            decodeTime: time,
            duration: .milliseconds(duration),
            isKeyframe: true
        )
    }

    private func router(_ cut: PartRouter.SoundCut, soundTracks: Int = 1) -> PartRouter {
        let sounds = Array(repeating: MediaType.audio, count: soundTracks)
        return PartRouter([.video] + sounds, start: Self.start, cut: cut)
    }

    /// What went where: `part:milliseconds`.
    private func words(_ routes: PartRouter.Routes) -> [String] {
        routes.map { part, packet in
            "\(part):\(Int(((packet.presentationTime - Self.start).inSeconds * 1000).rounded()))"
        }
    }

    private func expect(_ routes: PartRouter.Routes, _ expected: [String], _ place: SourceLocation = #_sourceLocation) {
        #expect(words(routes) == expected, sourceLocation: place)
    }

    @Test("Sound that comes after its picture is in the part that it is heard in, and with a run-up in the next")
    func soundIsLate() {
        var router = router(.atSample)
        expect(router.route(packet(.video, 0), ofTrack: 0), ["0:0"])
        router.open(at: Self.start + .milliseconds(1010))
        expect(router.route(packet(.video, 1010), ofTrack: 0), ["1:1010"])
        var sound: [String] = []
        for time in stride(from: 880, through: 1040, by: 20) {
            sound += words(router.route(packet(.audio, time), ofTrack: 1))
        }
        #expect(
            sound == [
                "0:880", "0:900", "0:920", "1:920", "0:940", "1:940", "0:960", "1:960", "0:980", "1:980", "0:1000",
                "1:1000", "1:1020", "1:1040",
            ]
        )
    }

    @Test("Sound that came before the picture at which the film is cut is in the next part, too")
    func soundIsEarly() {
        var router = router(.atSample)
        _ = router.route(packet(.video, 0), ofTrack: 0)
        for time in stride(from: 0, through: 1200, by: 20) { _ = router.route(packet(.audio, time), ofTrack: 1) }
        router.open(at: Self.start + .milliseconds(1010))
        _ = router.route(packet(.video, 1010), ofTrack: 0)
        let routes = router.route(packet(.audio, 1220), ofTrack: 1)
        #expect(words(routes).first == "1:920" && words(routes).contains("1:1200"))
        #expect(words(routes).last == "1:1220")
    }

    @Test("Where a container can't leave out what a packet holds, each is in the part in which it begins")
    func atPackets() {
        var router = router(.atPacket)
        _ = router.route(packet(.video, 0), ofTrack: 0)
        _ = router.route(packet(.audio, 980), ofTrack: 1)
        _ = router.route(packet(.audio, 1020), ofTrack: 1)
        router.open(at: Self.start + .milliseconds(1010))
        _ = router.route(packet(.video, 1010), ofTrack: 0)
        expect(router.route(packet(.audio, 1040), ofTrack: 1), ["1:1020", "1:1040"])
    }

    @Test("A track whose end came before a part began has what belongs to it there all the same")
    func endedTrack() {
        var router = router(.atSample, soundTracks: 2)
        _ = router.route(packet(.video, 0), ofTrack: 0)
        _ = router.route(packet(.audio, 1000), ofTrack: 1)
        router.open(at: Self.start + .milliseconds(1010))
        _ = router.route(packet(.video, 1010), ofTrack: 0)
        expect(router.finish(track: 1), ["1:1000"])
        expect(router.finish(track: 2), [])
        expect(router.finish(track: 0), [])
    }

    @Test("Two parts may begin before sound has come to the first of them")
    func twoParts() {
        var router = router(.atSample)
        _ = router.route(packet(.video, 0), ofTrack: 0)
        for time in [1000, 2000] {
            router.open(at: Self.start + .milliseconds(time))
            _ = router.route(packet(.video, time), ofTrack: 0)
        }
        expect(router.route(packet(.audio, 500), ofTrack: 1), ["0:500"])
        #expect(router.oldestPart == 0, "more of the first part's sound may come")
        expect(router.route(packet(.audio, 1500), ofTrack: 1), ["1:1500"])
        #expect(router.oldestPart == 1)
        expect(router.route(packet(.audio, 2000), ofTrack: 1), ["2:2000"])
        #expect(router.oldestPart == 2)
    }
}
