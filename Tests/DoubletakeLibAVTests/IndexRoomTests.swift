import DoubletakeISOMedia
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeWriting

@Suite struct IndexRoomTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    /// Three seconds of pictures at odd times, and of sound.
    private static func packets() throws -> (tracks: [TrackDescription], packets: [TimedPacket]) {
        let times = (0..<60).map { MediaTime(nanoseconds: Int64($0) * 50_000_000 + Int64($0 * $0 % 7) * 1_000_000) }
        let pictures = try Film.pictures(times)
        let sound = try Film.sound(3 * format.sampleRate, format: format)
        return ([pictures.0, sound.0], Film.interleaved([pictures, sound]))
    }

    /// Records until the disk is full after so many packets.
    private static func record(fullAfter packetCount: Int) throws -> (storage: MemoryStorage, error: ISOMediaError?) {
        let (tracks, packets) = try packets()
        let storage = MemoryStorage()
        let muxer = try Film.muxer(tracks[0], tracks[1], storage: storage)
        var reservation = IndexReservation(trackCount: tracks.count)
        for (number, packet) in packets.prefix(packetCount).enumerated() {
            try muxer.write(packet)
            reservation.append(packet)
            guard number % 20 == 19 else { continue }
            try muxer.flush()
            reservation.renew(in: storage)
        }
        storage.fail(with: .full(capacity: storage.bytes.count))
        do throws(WriterError) {
            // A fragment that fits into the room, and one that doesn't.
            for packet in packets.dropFirst(packetCount) { try muxer.write(packet) }
            try muxer.finish()
        } catch {}
        do throws(ISOMediaError) {
            _ = try MovieFinisher.finish(storage)
            return (storage, nil)
        } catch {
            return (storage, error)
        }
    }

    @Test(
        "A film on a disk that is full gets its index into the room that was kept for it",
        arguments: [20, 40, 120, 190])
    func indexFits(packetCount: Int) throws {
        let (storage, error) = try Self.record(fullAfter: packetCount)
        #expect(error == nil)
        #expect(MovieInspection(of: storage).faults == [])
        #expect(try MovieLayout(of: storage).state == .finished)
    }

    @Test("The room that is kept is enough for the index of everything that was written", arguments: [20, 60, 200])
    func bound(packetCount: Int) throws {
        let (tracks, packets) = try Self.packets()
        let storage = MemoryStorage()
        let muxer = try Film.muxer(tracks[0], tracks[1], storage: storage)
        var reservation = IndexReservation(trackCount: tracks.count)
        for (number, packet) in packets.prefix(packetCount).enumerated() {
            try muxer.write(packet)
            reservation.append(packet)
            guard number % 20 == 19 else { continue }
            try muxer.flush()
            reservation.renew(in: storage)
        }
        try muxer.finish()
        _ = try MovieFinisher.finish(storage)
        #expect(try MovieLayout(of: storage).index.byteCount <= reservation.byteCount)
    }
}
