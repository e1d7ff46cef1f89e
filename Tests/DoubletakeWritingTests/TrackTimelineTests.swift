import DoubletakeMedia
import Testing

@testable import DoubletakeWriting

struct TrackTimelineTests {
    private static func timed(_ packets: [EncodedPacket], timeBase: TimeBase = .video) -> [TimedPacket] {
        var timeline = TrackTimeline(track: 3, start: WriterScene.start, timeBase: timeBase)
        return packets.map { timeline.timed($0) }
    }

    @Test("Times are rounded to the nearest tick since the session's start")
    func rounded() {
        // A tick of the video time base is 11111 1/9 ns.
        let packets = [0, 5_555, 16_667, 33_333_333, 3_600_000_000_000].map {
            Sample.packet(.video, at: .nanoseconds($0), for: .nanoseconds(33_333_333))
        }
        let timed = Self.timed(packets)
        #expect(timed.map(\.decodeTicks) == [0, 1, 2, 3_000, 324_000_000])
        for packet in timed {
            #expect(packet.durationTicks == 3_000 && packet.track == 3 && packet.isKeyframe && packet.data == [1])
        }
    }

    @Test("Two packets 200 nanoseconds apart after fifteen still seconds are a tick apart")
    func near() {
        let times: [Duration] = [
            .zero, .seconds(15), .seconds(15) + .nanoseconds(200), .seconds(15) + .nanoseconds(400),
        ]
        let timed = Self.timed(times.map { Sample.packet(.video, at: $0) })
        #expect(timed.map(\.decodeTicks) == [0, 1_350_000, 1_350_001, 1_350_002])
        #expect(timed.map(\.presentationTicks) == timed.map(\.decodeTicks))
    }

    @Test("Packets that were moved don't move those that have room")
    func noDrift() {
        var times = (0..<10).map { Duration.nanoseconds(200 * $0) }
        times.append(.milliseconds(100))
        #expect(Self.timed(times.map { Sample.packet(.video, at: $0) }).last?.decodeTicks == 9_000)
    }

    @Test("A packet that comes with an earlier time than the one before is moved behind it")
    func backwards() {
        let timed = Self.timed([.seconds(2), .seconds(1)].map { Sample.packet(.video, at: $0) })
        #expect(timed.map(\.decodeTicks) == [180_000, 180_001])
        #expect(timed[1].presentationTicks >= timed[1].decodeTicks)
    }

    @Test("A picture may be shown later than it is decoded, and never earlier")
    func reordered() {
        let timed = Self.timed([
            Sample.packet(.video, at: .milliseconds(10), shownAfter: .milliseconds(100)),
            Sample.packet(.video, at: .milliseconds(20), shownAfter: .milliseconds(-15)),
        ])
        #expect(timed.map(\.presentationTicks) == [9_900, 1_800])
    }

    @Test("An encoder's run-up has negative times")
    func priming() {
        let timeBase = TimeBase(ticksPerSecond: 48_000)
        let timed = Self.timed(
            (0..<3).map { Sample.packet(.audio, at: timeBase.duration(ofTicks: 1_024 * ($0 - 1))) },
            timeBase: timeBase
        )
        #expect(timed.map(\.decodeTicks) == [-1_024, 0, 1_024])
    }

    @Test("A duration is at least a tick")
    func shortest() {
        #expect(Self.timed([Sample.packet(.video, at: .zero, for: .zero)]).map(\.durationTicks) == [1])
    }
}
