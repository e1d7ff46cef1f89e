import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// A film on its way into a storage: what the muxers of all containers have in common.
///
/// libavformat makes the bytes in memory, and they are written when a muxer says so. After a failure everything throws it
/// again. One thread uses it at a time.
@safe
final class LibAVFilm {
    // @safe: pointers are only passed on to libav, for the time of a call.

    /// What a container wants of libavformat.
    struct Format {
        /// libavformat's name for it.
        let name: String
        let family: LibAVTrackParameters.Family
        /// Where bytes may be written while the film grows.
        let access: LibAVOutput.Access
        /// Names and values.
        let options: [(name: String, value: String)]
        /// Sets what isn't an option.
        let setUp: (borrowing LibAVOutput) -> Void
    }

    /// A packet as libavformat takes it: times in ticks of its track there.
    struct Entry {
        let track: Int
        let data: [UInt8]
        let presentationTicks: Int64
        let decodeTicks: Int64
        let durationTicks: Int64
        let isKeyframe: Bool
        /// How many samples a decoder leaves out at the end.
        var unheardSampleCount = 0
    }

    /// libavformat's side of it.
    let output: LibAVOutput
    /// Where the bytes go.
    let storage: any ByteStorage
    /// Where the film begins in the storage.
    let origin: Int64
    /// Where the next bytes go.
    private(set) var end: Int64
    private let packet: LibAVPacket
    private let subject: String
    private var failure: WriterError?

    /// Creates a film at the end of `storage`.
    ///
    /// - Parameters:
    ///   - timeBases: the units that the tracks' times have in the container.
    ///   - subject: the file as a person would name it, for errors.
    init(
        _ container: ContainerFormat,
        _ format: Format,
        tracks: [MuxerTrack],
        timeBases: [TimeBase],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) {
        precondition(!tracks.isEmpty, "a film has a track")
        LibAVLog.quieten()
        try container.check(tracks)
        guard let output = LibAVOutput(formatName: format.name, format.access), let packet = LibAVPacket() else {
            throw Self.error(LibAVStatus.outOfMemory, subject: subject)
        }
        var status: Int32 = 0
        for track in tracks where status >= 0 {
            status = LibAVTrackParameters.add(track, to: output, format.family)
        }
        for (name, value) in LibAVTags.tags(metadata) where status >= 0 { status = output.setTag(name, to: value) }
        for (name, value) in format.options where status >= 0 { status = output.setOption(name, to: value) }
        format.setUp(output)
        if status >= 0 { status = output.writeHeader() }
        guard status >= 0 else { throw Self.error(status, subject: subject) }
        for (number, timeBase) in timeBases.enumerated() {
            precondition(
                output.timeBase(ofTrack: number) == timeBase,
                "libavformat takes the time bases that it was given"
            )
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
    }

    /// Runs `body`, unless something failed before; keeps what fails.
    func sticky(_ body: () throws(WriterError) -> Void) throws(WriterError) {
        if let failure { throw failure }
        do throws(WriterError) {
            try body()
        } catch {
            failure = error
            throw error
        }
    }

    /// Throws what one of libav's functions returned when it is no success.
    func check(_ status: Int32) throws(WriterError) {
        guard status >= 0 else { throw Self.error(status, subject: subject) }
    }

    /// Puts a packet into the fragment that is growing.
    func put(_ entry: Entry) throws(WriterError) {
        try check(packet.fill(with: entry.data))
        defer { packet.clear() }
        if entry.unheardSampleCount > 0 { try check(packet.leaveOut(lastSampleCount: entry.unheardSampleCount)) }
        // SAFETY: plain numbers are assigned to fields of our own packet.
        unsafe packet.pointer.pointee.stream_index = Int32(entry.track)
        unsafe packet.pointer.pointee.pts = entry.presentationTicks
        unsafe packet.pointer.pointee.dts = entry.decodeTicks
        unsafe packet.pointer.pointee.duration = entry.durationTicks
        unsafe packet.pointer.pointee.flags = entry.isKeyframe ? AV_PKT_FLAG_KEY : 0
        try check(output.write(packet))
    }

    /// Writes what libavformat has made since the last time.
    ///
    /// - Parameter write: writes bytes so that whoever reads the file sees all of them or nothing.
    func store(
        _ write: (any ByteStorage, _ bytes: [UInt8], _ end: Int64) throws(SystemCallError) -> Void
    ) throws(WriterError) {
        let bytes = output.takeBytes()
        guard !bytes.isEmpty else { return }
        try access { () throws(SystemCallError) in try write(storage, bytes, end) }
        end += Int64(bytes.count)
    }

    /// Does something with the storage.
    func access(_ body: () throws(SystemCallError) -> Void) throws(WriterError) {
        do throws(SystemCallError) {
            try body()
        } catch {
            throw .cannotWrite(error)
        }
    }

    private static func error(_ status: Int32, subject: String) -> WriterError {
        .codecFailed(subject: subject, reason: LibAVStatus.reason(status))
    }
}
