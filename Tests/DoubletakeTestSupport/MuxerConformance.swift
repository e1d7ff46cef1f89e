package import DoubletakeMedia
package import DoubletakeWriting
import Glibc

/// Checks that a muxer keeps each sentence of the contract of `Muxer` that can be seen without reading its container.
///
/// Every conformer's tests run it; that what is there after a flush plays is a test of its own for each container.
package struct MuxerConformance {
    private let tracks: [MuxerTrack]
    private let packets: [TimedPacket]
    private let finishing: ContainerFormat.Finishing
    private let makeMuxer: ([MuxerTrack], any ByteStorage) throws -> any Muxer

    /// Describes a muxer.
    ///
    /// - Parameters:
    ///   - tracks: what it is made with.
    ///   - packets: what it gets; at least a few for each track.
    ///   - finishing: whether its end may change what it wrote before.
    ///   - makeMuxer: makes it.
    package init(
        tracks: [MuxerTrack],
        packets: [TimedPacket],
        finishing: ContainerFormat.Finishing,
        makeMuxer: @escaping ([MuxerTrack], any ByteStorage) throws -> any Muxer
    ) {
        self.tracks = tracks
        self.packets = packets
        self.finishing = finishing
        self.makeMuxer = makeMuxer
    }

    /// Writes the packets with a flush in the middle, and again onto a disk that fails, and says what was broken.
    package func violations() throws -> [String] {
        try flushViolations() + failureViolations()
    }

    private func flushViolations() throws -> [String] {
        var violations: [String] = []
        let storage = MemoryStorage()
        let muxer = try makeMuxer(tracks, storage)
        let half = packets.count / 2
        for packet in packets[..<half] { try muxer.write(packet) }
        if !storage.bytes.isEmpty { violations.append("nothing is written before a flush") }
        try muxer.flush()
        let flushed = storage.bytes
        if flushed.isEmpty { violations.append("a flush writes what was taken") }
        let last = storage.writes.last
        if storage.writes.count > 2 || last?.offset != 0 { violations.append("a flush is seen whole or not at all") }
        for packet in packets[half...] { try muxer.write(packet) }
        if storage.bytes != flushed { violations.append("nothing is written between flushes") }
        try muxer.finish()
        if storage.bytes.count <= flushed.count { violations.append("finishing writes what is left") }
        if finishing == .movieIndex, !storage.bytes.starts(with: flushed) {
            violations.append("what was flushed stays as it is")
        }
        return violations
    }

    private func failureViolations() throws -> [String] {
        let storage = MemoryStorage(fault: .full(capacity: 0))
        let muxer = try makeMuxer(tracks, storage)
        for packet in packets { try muxer.write(packet) }
        do throws(WriterError) {
            try muxer.flush()
            return ["a disk that fails is an error of the flush"]
        } catch {
            guard case .cannotWrite(let failure) = error, failure.errorNumber == ENOSPC else {
                return ["a disk that fails is .cannotWrite with the system's error"]
            }
            return []
        }
    }
}
