import CFFmpeg
package import DoubletakeMedia
package import DoubletakeReading
import DoubletakeWriting

/// Reads a film with libavformat and decodes it with libavcodec.
///
/// Pictures come as I420, sound as it was encoded, in 32-bit float. What the film's edit lists leave out, such as an
/// encoder's run-up, doesn't come. One thread uses it at a time.
@safe
package final class LibAVDemuxer: Demuxer, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The film's tracks, in its order.
    package let tracks: [ReadTrack]
    /// The film's chapters, in its order.
    package let markers: [Marker]

    private let path: String
    private let input: LibAVInput
    private let packet: LibAVPacket
    /// The decoder of each track; nil for those that are neither pictures nor sound.
    private let decoders: [LibAVTrackDecoder?]
    /// What was decoded and not handed out yet, the next one last.
    private var waiting: [ReadSample] = []
    private var isAtEnd = false

    /// Opens the file at `path`.
    package init(path: String) throws(ReaderError) {
        LibAVLog.quieten()
        self.path = path
        guard let packet = LibAVPacket() else {
            throw .cannotOpen(path: path, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        let input: LibAVInput
        do throws(LibAVInput.OpenFailure) {
            input = try LibAVInput(path: path)
        } catch {
            throw .cannotOpen(path: path, reason: LibAVStatus.reason(error.status))
        }
        var tracks: [ReadTrack] = []
        var decoders: [LibAVTrackDecoder?] = []
        for number in 0..<input.trackCount {
            let track = LibAVTrackReading.track(number, of: input)
            tracks.append(track)
            switch track.media {
            case .video: decoders.append(try LibAVTrackDecoder(.video, track: number, of: input, path: path))
            case .audio: decoders.append(try LibAVTrackDecoder(.audio, track: number, of: input, path: path))
            case .other: decoders.append(nil)
            }
        }
        markers = LibAVChapters.markers(of: input).map { Marker(time: .zero + $0.time, name: $0.name) }
        self.input = input
        self.packet = packet
        self.tracks = tracks
        self.decoders = decoders
    }

    /// The next decoded picture or run of sound in the order of the file; nil at its end.
    package func nextSample() throws(ReaderError) -> ReadSample? {
        while waiting.isEmpty && !isAtEnd {
            waiting = try readSamples().reversed()
        }
        return waiting.popLast()
    }

    /// What the film says of the next packet of any track; nil at its end.
    package func nextPacket() throws(ReaderError) -> ReadPacket? {
        while try readPacket() {
            defer { packet.clear() }
            let read = LibAVTrackReading.packet(packet, of: input)
            if tracks.indices.contains(read.track) { return read }
        }
        return nil
    }

    /// Reads a packet; false at the film's end.
    private func readPacket() throws(ReaderError) -> Bool {
        let status = input.read(into: packet)
        if status == LibAVStatus.end { return false }
        guard status >= 0 else { throw .cannotDecode(path: path, reason: LibAVStatus.reason(status)) }
        return true
    }

    /// Reads one packet and decodes it; at the end, takes what is left in all decoders.
    private func readSamples() throws(ReaderError) -> [ReadSample] {
        guard try readPacket() else {
            isAtEnd = true
            var samples: [ReadSample] = []
            for decoder in decoders {
                if let decoder { samples += try decoder.finish() }
            }
            return samples
        }
        defer { packet.clear() }
        // SAFETY: a plain number of our own packet is read.
        let track = Int(unsafe packet.pointer.pointee.stream_index)
        // A format may find further tracks on its way, which nobody was told of.
        guard decoders.indices.contains(track), let decoder = decoders[track] else { return [] }
        return try decoder.decode(packet)
    }
}
