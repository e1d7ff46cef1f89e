import CFFmpeg
package import DoubletakeMedia
import DoubletakeReading
package import DoubletakeWriting

/// Writes the packets of a Matroska film into another one, without decoding them: what an interrupted recording left
/// then has an index, and says how long it is.
package enum LibAVRemuxer {
    /// Why it can't be done.
    package enum Failure: Error {
        /// The film can't be read, or has nothing that could be written.
        case unreadable(reason: String)
        /// The other one can't be written.
        case unwritable(WriterError)
    }

    /// How many packets go into a cluster, about a second of a recording.
    ///
    /// More, and players have to read more for a seek; fewer, and the clusters' heads take more room.
    private static let clusterPacketCount = 200

    /// Copies all packets that can be read.
    ///
    /// - Parameters:
    ///   - path: the film, whose markers are copied too.
    ///   - file: the same film.
    ///   - container: what kind of film both are.
    ///   - storage: where the other one goes.
    ///   - subject: the other one as a person would name it.
    /// - Returns: how long the film is.
    package static func copy(
        _ path: String,
        _ file: any ByteStorage,
        _ container: ContainerFormat,
        into storage: any ByteStorage,
        subject: String
    ) throws(Failure) -> Duration {
        LibAVLog.quieten()
        let input = try open(path)
        guard let packet = LibAVPacket() else {
            throw .unreadable(reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        var tracks: [MuxerTrack] = []
        for number in 0..<input.trackCount { tracks.append(try track(number, of: input)) }
        guard !tracks.isEmpty else { throw .unreadable(reason: "it has no track") }
        let markers = try markers(of: input, file)
        let muxer: LibAVMatroskaMuxer
        var end = Duration.zero
        do throws(WriterError) {
            muxer = try LibAVMatroskaMuxer(container: container, tracks: tracks, storage: storage, subject: subject)
            var count = 0
            // What is torn at the end is no packet any more.
            while input.read(into: packet) >= 0 {
                defer { packet.clear() }
                guard let timed = timed(packet, of: input, tracks) else { continue }
                let timeBase = tracks[timed.track].description.timeBase
                end = max(end, timeBase.duration(ofTicks: timed.presentationTicks + timed.durationTicks))
                try muxer.write(timed)
                count += 1
                if count.isMultiple(of: clusterPacketCount) { try muxer.flush() }
            }
            guard count > 0 else { return .zero }
            for marker in markers { try muxer.write(marker) }
            try muxer.finish()
        } catch {
            throw .unwritable(error)
        }
        return end
    }

    /// The chapters of a film that was finished, and else what stands between its clusters.
    private static func markers(
        of input: borrowing LibAVInput,
        _ file: any ByteStorage
    ) throws(Failure) -> [TimedMarker] {
        let chapters = LibAVChapters.markers(of: input)
        if !chapters.isEmpty { return chapters }
        do throws(SystemCallError) {
            return try MatroskaMarkers.markers(in: file)
        } catch {
            throw .unreadable(reason: "\(error.call): \(error.reason)")
        }
    }

    private static func open(_ path: String) throws(Failure) -> LibAVInput {
        do throws(LibAVInput.OpenFailure) {
            return try LibAVInput(path: path)
        } catch {
            throw .unreadable(reason: LibAVStatus.reason(error.status))
        }
    }

    /// A track as the muxer is told of it.
    private static func track(_ number: Int, of input: borrowing LibAVInput) throws(Failure) -> MuxerTrack {
        // SAFETY: the stream and what it points to are alive while `input` is; plain numbers and bytes are copied.
        let stream = unsafe input.stream(number)
        let read = LibAVTrackReading.track(number, of: input)
        guard let parameters = unsafe stream.pointee.codecpar,
            let description = unsafe description(read.media, parameters.pointee, read.codecName)
        else { throw .unreadable(reason: "the track \(number + 1), \(read.codecName), is none that is recorded") }
        return MuxerTrack(description: description, name: read.name, isEnabled: read.isEnabled)
    }

    private static func description(
        _ media: ReadTrack.Media,
        _ parameters: AVCodecParameters,
        _ codecName: String
    ) -> TrackDescription? {
        // SAFETY: plain numbers are read, and the set-up bytes with their own count.
        let setUpBytes = unsafe Array(
            UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
        switch media {
        case .video(let size, let color):
            guard let codec = VideoCodec.named(codecName) else { return nil }
            return TrackDescription(
                media: .video(codec, codedSize: size, displaySize: size, color: color),
                codecConfiguration: setUpBytes,
                timeBase: .video
            )
        case .audio(let format):
            guard let codec = AudioCodec.named(codecName) else { return nil }
            return TrackDescription(
                media: .audio(
                    codec,
                    format: format,
                    bitRate: unsafe Int(parameters.bit_rate),
                    primingSampleCount: unsafe Int(parameters.initial_padding)
                ),
                codecConfiguration: setUpBytes,
                timeBase: format.timeBase
            )
        case .other: return nil
        }
    }

    /// A packet in the ticks of its track; nil for one without a time.
    private static func timed(
        _ packet: borrowing LibAVPacket,
        of input: borrowing LibAVInput,
        _ tracks: [MuxerTrack]
    ) -> TimedPacket? {
        // SAFETY: plain numbers of our own packet are read.
        let (number, ticks) = unsafe (Int(packet.pointer.pointee.stream_index), packet.pointer.pointee.pts)
        let decodeTicks = unsafe packet.pointer.pointee.dts
        let (duration, flags) = unsafe (packet.pointer.pointee.duration, packet.pointer.pointee.flags)
        guard tracks.indices.contains(number), ticks != doubletake_av_nopts_value else { return nil }
        let description = tracks[number].description
        let timeBase = unsafe input.stream(number).pointee.time_base
        let target = AVRational(num: 1, den: Int32(description.timeBase.ticksPerSecond))
        // A millisecond is too coarse for the length of a packet of sound.
        var durationTicks = av_rescale_q(duration, timeBase, target)
        if case .audio(let codec, _, _, _) = description.media, let count = codec.libAVTraits?.packetSampleCount {
            durationTicks = Int64(count)
        }
        let time = av_rescale_q(ticks, timeBase, target)
        return TimedPacket(
            track: number,
            data: packet.bytes,
            presentationTicks: time,
            decodeTicks: decodeTicks == doubletake_av_nopts_value
                ? time : min(av_rescale_q(decodeTicks, timeBase, target), time),
            durationTicks: max(durationTicks, 1),
            isKeyframe: flags & AV_PKT_FLAG_KEY != 0
        )
    }
}
