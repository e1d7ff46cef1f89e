import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeWriting

@Suite struct IndexReservationTests {
    private static let fixed: Int64 = 4_096

    private static func packet(_ track: Int, at ticks: Int64, delay: Int64 = 0, isKeyframe: Bool = false) -> TimedPacket
    {
        TimedPacket(
            track: track,
            data: [],
            presentationTicks: ticks + delay,
            decodeTicks: ticks,
            durationTicks: 10,
            isKeyframe: isKeyframe
        )
    }

    @Test("The room for an index grows with the samples, and less with a steady rate than without")
    func grows() {
        var steady = IndexReservation(trackCount: 1)
        var unsteady = IndexReservation(trackCount: 1)
        for number in 0..<1_000 as Range<Int64> {
            steady.append(Self.packet(0, at: number * 10))
            unsteady.append(Self.packet(0, at: number * number, delay: number % 3))
        }
        // A few runs, and a chunk.
        #expect(steady.byteCount == 2 * Self.fixed + 4 * 1_000 + 8 * 3 + 20)
        #expect(unsteady.byteCount > 2 * Self.fixed + 4 * 1_000 + 8 * 1_900)
        #expect(unsteady.byteCount < 2 * Self.fixed + 4 * 1_000 + 8 * 2_001 + 20)
    }

    @Test("The room for an index has that of a fragment more, behind the end, and is given back at last")
    func renews() throws {
        let storage = MemoryStorage([UInt8](repeating: 0, count: 500))
        var reservation = IndexReservation(trackCount: 2)
        reservation.append(Self.packet(0, at: 0, isKeyframe: true))
        reservation.renew(in: storage)
        #expect(storage.reservedEnd == 500 + 500 + reservation.byteCount)
        try storage.write([UInt8](repeating: 0, count: 90), at: 500)
        reservation.append(Self.packet(1, at: 0))
        reservation.renew(in: storage)
        #expect(storage.reservedEnd == 590 + 500 + reservation.byteCount)
        reservation.release(in: storage)
        #expect(storage.reservedEnd == nil)
        #expect(storage.bytes.count == 590)
    }

    @Test("A film whose length was announced has the room for all of it, but never more than a day's")
    func announced() throws {
        var reservation = IndexReservation(trackCount: 1)
        for number in 0..<1_000 as Range<Int64> { reservation.append(Self.packet(0, at: number * 10)) }
        let now = reservation.byteCount
        let hints: [(Duration?, Int64)] = [
            (nil, now), (.seconds(5), now), (.seconds(10), now), (.seconds(100), 10 * now),
            (.seconds(1_000_000_000), 128 << 20),
        ]
        for (hint, expected) in hints {
            let storage = MemoryStorage()
            reservation.renew(in: storage, after: .seconds(10), of: hint)
            #expect(storage.reservedEnd == expected)
        }
    }

    @Test("A marker takes room in the index too, and the first one that of a track")
    func markers() {
        var reservation = IndexReservation(trackCount: 1)
        let without = reservation.byteCount
        for _ in 0..<100 { reservation.append(TimedMarker(time: .zero, name: "")) }
        #expect(reservation.byteCount == without + Self.fixed + 100 * 32)
    }

    @Test("A disk without room for an index is asked again, and nothing fails")
    func full() {
        let storage = MemoryStorage([UInt8](repeating: 0, count: 100), fault: .full(capacity: 200))
        var reservation = IndexReservation(trackCount: 1)
        reservation.renew(in: storage)
        #expect(storage.reservedEnd == nil)
        storage.fail(with: nil)
        reservation.renew(in: storage)
        #expect(storage.reservedEnd != nil)
    }
}
