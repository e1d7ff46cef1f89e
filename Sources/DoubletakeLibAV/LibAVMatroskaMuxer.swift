import CFFmpeg
package import DoubletakeMedia
package import DoubletakeWriting

/// Writes Matroska and WebM files with libavformat.
///
/// The header comes with the first flush. Every flush ends a cluster (RFC 9559, 5.1.3), which can be played whatever
/// comes after it; at the end come the index and the duration. Nothing that is in a cluster can be cut off later, so the
/// newest packets wait. After a failure every call throws it again. One thread uses it at a time.
@safe
package final class LibAVMatroskaMuxer: Muxer, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The unit of all times: a millisecond, which libavformat writes and everybody reads.
    private static let timeBase = TimeBase(ticksPerSecond: 1_000)

    /// How long packets wait before they go into a cluster.
    ///
    /// A film ends at the first of two presses, which is told when the second one comes, at most 400 ms later unless
    /// that was set. Shorter, and what lies between the two is in the film; longer, and a kill costs more.
    static let patience = Duration.milliseconds(500)

    private let output: LibAVOutput
    private let packet: LibAVPacket
    private let storage: any ByteStorage
    private let subject: String
    private let tracks: [Track]
    /// Where the film begins in the storage.
    private let origin: Int64
    private var end: Int64
    private var lastTicks: [Int64?]
    /// The packets that wait, in their order.
    private var waiting: [TimedPacket] = []
    /// When the newest packet of all tracks is shown or heard.
    private var newestTime = Duration.zero
    private var hasNewPackets = false
    private var isFinished = false
    private var failure: WriterError?

    /// What has to be known of a track.
    private struct Track {
        let mediaType: MediaType
        let timeBase: TimeBase
        /// By how much its times are later in the file than they are, so that none is negative.
        ///
        /// It is the encoder's run-up where the file says so (CodecDelay: RFC 9559, 5.1.4.1.25) and players take it off
        /// again, else nothing. Then packets before the film's beginning are left out; in the first one after it the
        /// sound swells for as long as that was.
        let delayTicks: Int64
        /// How many samples a packet has from which nothing is left out; nil where each says so itself.
        let packetSampleCount: Int?

        init(_ description: TrackDescription) {
            mediaType = description.mediaType
            timeBase = description.timeBase
            switch description.media {
            case .video:
                (delayTicks, packetSampleCount) = (0, nil)
            case .audio(let codec, _, _, let primingSampleCount):
                let isRunUpDeclared = codec.libAVTraits?.isRunUpDeclared ?? false
                delayTicks = isRunUpDeclared ? Int64(primingSampleCount) : 0
                packetSampleCount = codec.libAVTraits?.packetSampleCount
            }
        }
    }

    /// Creates a muxer that writes at the end of `storage`.
    ///
    /// - Parameters:
    ///   - container: Matroska or WebM.
    ///   - tracks: at least one.
    ///   - metadata: what the film says of itself.
    ///   - subject: the file as a person would name it, for errors.
    package init(
        container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata = MovieMetadata(),
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) {
        precondition(!tracks.isEmpty, "a film has a track")
        LibAVLog.quieten()
        try container.check(tracks)
        let formatName = container == .webm ? "webm" : "matroska"
        guard let output = LibAVOutput(formatName: formatName, .random), let packet = LibAVPacket() else {
            throw .codecFailed(subject: subject, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        for track in tracks {
            try Self.check(LibAVTrackParameters.add(track, to: output, .matroska), subject: subject)
        }
        for (name, value) in LibAVTags.tags(metadata) {
            try Self.check(output.setTag(name, to: value), subject: subject)
        }
        // Otherwise libavformat would call a track the default one where none is, and would move all times until the
        // earliest is at zero.
        try Self.check(output.setOption("default_mode", to: "passthrough"), subject: subject)
        unsafe output.context.pointee.avoid_negative_ts = 0
        try Self.check(output.writeHeader(), subject: subject)
        for index in tracks.indices {
            precondition(output.timeBase(ofTrack: index) == Self.timeBase, "libavformat counts milliseconds")
        }
        do throws(SystemCallError) {
            origin = try storage.byteCount()
        } catch {
            throw .cannotWrite(error)
        }
        end = origin
        self.output = output
        self.packet = packet
        self.storage = storage
        self.subject = subject
        self.tracks = tracks.map { Track($0.description) }
        lastTicks = tracks.map { _ in nil }
    }

    /// Takes a packet, which waits at first.
    package func write(_ packet: TimedPacket) throws(WriterError) {
        try sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            newestTime = max(newestTime, time(of: packet))
            waiting.append(packet)
        }
    }

    /// Ends a cluster with all packets that have waited long enough; the first time the header is written before it.
    package func flush() throws(WriterError) {
        try sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            let count = waiting.firstIndex { time(of: $0) > newestTime - Self.patience } ?? waiting.count
            for packet in waiting.prefix(count) { try put(packet, durationTicks: packet.durationTicks) }
            waiting.removeFirst(count)
            guard hasNewPackets else { return }
            hasNewPackets = false
            try check(output.endFragment())
            try append(output.takeBytes())
        }
    }

    /// Writes the last cluster and the index, and then into the header what it could not know: the duration, and where
    /// the index is.
    package func finish(endingAt end: Duration?) throws(WriterError) {
        try sticky { () throws(WriterError) in
            precondition(!isFinished, "a film ends once")
            isFinished = true
            try putLast(endingAt: end)
            try check(output.writeTrailer())
            try append(output.takeBytes())
            // What the header points at is on the disk before it does.
            try access { () throws(SystemCallError) in
                try storage.synchronize()
                for change in output.takeChanges() { try storage.write(change.bytes, at: origin + change.offset) }
                try storage.synchronize()
            }
        }
    }

    /// Puts what still waits into the last cluster; the last picture lasts until the end, and sound no longer.
    private func putLast(endingAt end: Duration?) throws(WriterError) {
        guard let end else {
            for packet in waiting { try put(packet, durationTicks: packet.durationTicks) }
            return
        }
        let kept = waiting.filter { time(of: $0) < end }
        for (index, packet) in kept.enumerated() {
            let track = tracks[packet.track]
            let rest = track.timeBase.ticks(in: end) - packet.presentationTicks
            let isLast = !kept[(index + 1)...].contains { $0.track == packet.track }
            let isPicture = track.mediaType == .video
            try put(
                packet,
                durationTicks: isPicture && isLast ? max(rest, 1) : min(packet.durationTicks, max(rest, 1))
            )
        }
    }

    private func time(of packet: TimedPacket) -> Duration {
        tracks[packet.track].timeBase.duration(ofTicks: packet.presentationTicks)
    }

    private func put(_ packet: TimedPacket, durationTicks: Int64) throws(WriterError) {
        let track = tracks[packet.track]
        var decodeTicks = milliseconds(packet.decodeTicks, of: track)
        // What lies before the film's beginning isn't heard; pictures of then are needed by those after them, and pass by
        // at once. Two within a millisecond are moved apart.
        if track.mediaType == .video { decodeTicks = max(decodeTicks, 0) }
        if let last = lastTicks[packet.track] { decodeTicks = max(decodeTicks, last + 1) }
        guard decodeTicks >= 0 else { return }
        lastTicks[packet.track] = decodeTicks
        hasNewPackets = true
        try check(self.packet.fill(with: packet.data))
        defer { self.packet.clear() }
        if let whole = track.packetSampleCount, durationTicks < whole {
            try check(self.packet.leaveOut(lastSampleCount: whole - Int(durationTicks)))
        }
        // SAFETY: plain numbers are assigned to fields of our own packet.
        unsafe self.packet.pointer.pointee.stream_index = Int32(packet.track)
        unsafe self.packet.pointer.pointee.pts = max(milliseconds(packet.presentationTicks, of: track), decodeTicks)
        unsafe self.packet.pointer.pointee.dts = decodeTicks
        unsafe self.packet.pointer.pointee.duration = Self.timeBase.ticks(
            in: track.timeBase.duration(ofTicks: durationTicks))
        unsafe self.packet.pointer.pointee.flags = packet.isKeyframe ? AV_PKT_FLAG_KEY : 0
        try check(output.write(self.packet))
    }

    private func milliseconds(_ ticks: Int64, of track: Track) -> Int64 {
        Self.timeBase.ticks(in: track.timeBase.duration(ofTicks: ticks + track.delayTicks))
    }

    private func append(_ bytes: [UInt8]) throws(WriterError) {
        guard !bytes.isEmpty else { return }
        try access { () throws(SystemCallError) in try storage.appendElements(bytes, at: end) }
        end += Int64(bytes.count)
    }

    private func access(_ body: () throws(SystemCallError) -> Void) throws(WriterError) {
        do throws(SystemCallError) {
            try body()
        } catch {
            throw .cannotWrite(error)
        }
    }

    /// Runs `body`, unless something failed before; keeps what fails.
    private func sticky(_ body: () throws(WriterError) -> Void) throws(WriterError) {
        if let failure { throw failure }
        do throws(WriterError) {
            try body()
        } catch {
            failure = error
            throw error
        }
    }

    private func check(_ status: Int32) throws(WriterError) {
        try Self.check(status, subject: subject)
    }

    private static func check(_ status: Int32, subject: String) throws(WriterError) {
        guard status >= 0 else { throw .codecFailed(subject: subject, reason: LibAVStatus.reason(status)) }
    }
}

extension ByteStorage {
    /// Writes elements at the end so that whoever reads the file sees all of them or nothing.
    ///
    /// A kill may end a write anywhere. So until the first eight bytes come, last of all and as a whole, there is the
    /// head of an element of the same length that readers skip: Void (RFC 8794, 11.3.2), with a length of seven bytes.
    ///
    /// - Parameters:
    ///   - bytes: begin with an element; at least eight.
    ///   - end: how many bytes there are.
    fileprivate func appendElements(_ bytes: [UInt8], at end: Int64) throws(SystemCallError) {
        let headByteCount = 8
        let length = bytes.count - headByteCount
        precondition(length >= 0, "an element that matters has eight bytes")
        let lengthBytes = (0..<6).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        try write([0xec, 0x02] + lengthBytes + bytes.dropFirst(headByteCount), at: end)
        try write(Array(bytes.prefix(headByteCount)), at: end)
    }
}
