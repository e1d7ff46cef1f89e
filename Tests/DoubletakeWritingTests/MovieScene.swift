import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import DoubletakeX264

@testable import DoubletakeISOMedia

/// A writer of a real movie into memory, on a clock that stands still.
struct MovieScene<Storage: ByteStorage> {
    let clock = ManualClock()
    let storage: Storage
    let writer: AssetWriter

    init(container: ContainerFormat = .mp4, storage: Storage = MemoryStorage()) {
        self.storage = storage
        writer = AssetWriter(
            path: "/dev/null/film.\(container.name)",
            container: container,
            codecs: MovieCodecs(),
            clock: clock
        ) { [storage] _ throws(SystemCallError) in storage }
    }

    /// Adds the inputs and starts a session.
    func begin(_ inputs: AssetWriterInput...) throws {
        for input in inputs { try writer.add(input) }
        guard writer.startWriting() else { throw writer.error ?? .nothingWritten(path: writer.path) }
        try writer.startSession(atSourceTime: WriterScene.start)
    }

    /// Lets a fragment be cut with what was appended until now, although some track may have nothing yet.
    func cut() throws {
        let before = try storage.byteCount()
        while try storage.byteCount() == before {
            clock.awaitWaiters(1)
            clock.advance(by: .milliseconds(100))
        }
    }

    /// Finishes the movie, which succeeds, and reads its index.
    func finish() async throws -> MovieFacts {
        await writer.finishWriting()
        if let error = writer.error { throw error }
        return try MovieFacts(storage)
    }
}

extension MovieScene<MemoryStorage> {
    /// What a decoder makes of the finished movie.
    func decoded(in folder: TemporaryFolder) throws -> DecodedFilm {
        let path = try folder.write(storage.bytes, to: "film.mp4")
        return try DecodedFilm(AssetReader(path: path, demuxers: LibAVDemuxerProvider()))
    }
}

/// The codecs of the product.
struct MovieCodecs: CodecProvider {
    func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        try X264Encoder(settings)
    }

    func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try LibAVAudioEncoder(settings)
    }

    func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        try LibAVMuxer(
            container: container,
            tracks: tracks,
            metadata: metadata,
            storage: storage,
            subject: subject
        )
    }
}

/// What the index of a finished movie says.
struct MovieFacts {
    struct Edit: Equatable {
        /// In the movie's ticks, 90,000 a second.
        let duration: UInt64
        /// In the track's ticks; -1 shows nothing.
        let mediaTime: Int64
    }

    struct Track {
        let edits: [Edit]
        /// Of each sample, in the track's ticks.
        let durations: [Int]
        let header: [UInt8]
    }

    let tracks: [Track]
    let duration: Duration
    /// The types of the boxes on the top level.
    let topLevel: [String]
    /// Where the media of each track's chunks lie.
    let chunkOffsets: [[Int64]]

    init(_ storage: any ByteStorage) throws {
        let file = try MovieFile(storage)
        let layout = try MovieLayout(file)
        let index = try file.box(layout.index)
        var tracks: [Track] = []
        var chunkOffsets: [[Int64]] = []
        var content = index.content
        while let box = try content.nextBox() {
            guard box.header.type == .trak else { continue }
            let list = try box.optional(.edts)?.optional(.elst)
            let edits = try list.map { try EditList.editList($0).edits } ?? []
            let table = try box.required(.mdia).required(.minf).required(.stbl)
            chunkOffsets.append(try Self.chunkOffsets(table.required(.co64)))
            tracks.append(
                Track(
                    edits: edits.map { Edit(duration: $0.segmentDuration, mediaTime: $0.mediaTime) },
                    durations: try Self.durations(table.required(.stts)),
                    header: Array(try box.required(.tkhd).content.rest)
                )
            )
        }
        self.tracks = tracks
        self.chunkOffsets = chunkOffsets
        duration = try MovieFinisher.finish(storage).duration
        topLevel = layout.boxes.map { $0.type.description }
    }

    private static func chunkOffsets(_ box: Box) throws -> [Int64] {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...0)
        return try (0..<(try content.uint32())).map { _ in try content.int64() }
    }

    private static func durations(_ box: Box) throws -> [Int] {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...0)
        var durations: [Int] = []
        for _ in 0..<(try content.uint32()) {
            let count = Int(try content.uint32())
            durations += Array(repeating: Int(try content.uint32()), count: count)
        }
        return durations
    }
}

/// Packets as encoders outside of a writer make them, with times counted from the session's start.
enum EncodedSample {
    static let size = PixelSize(width: 64, height: 48)

    /// Pictures that are each of one brightness, and the input that takes them.
    static func pictures(at times: [Duration]) throws -> (input: AssetWriterInput, packets: [EncodedPacket]) {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, quality: .lossless))
        let packets = try times.enumerated().flatMap { number, time in
            try encoder.encode(
                VideoFrame(
                    pixelBuffer: picture(number),
                    time: WriterScene.start + time,
                    sequenceNumber: UInt64(number),
                    damage: .everything
                )
            )
        }
        return (AssetWriterInput(packets: encoder.track, name: "Screen"), packets + (try encoder.finish()))
    }

    /// Sound without a gap, and the input that takes it; the first packet is the encoder's run-up.
    static func sound(
        at time: Duration,
        sampleCount: Int,
        name: String? = "Mix",
        isEnabled: Bool = true
    ) throws -> (input: AssetWriterInput, packets: [EncodedPacket]) {
        let encoder = try LibAVAudioEncoder(AudioEncoderSettings(format: Sample.format))
        let samples = (0..<sampleCount).map { Float($0 % 100) / 200 }
        let buffer = AudioBuffer(format: Sample.format, time: WriterScene.start + time, samples: samples)
        let packets = try encoder.encode(buffer) + encoder.finish()
        return (AssetWriterInput(packets: encoder.track, name: name, isEnabled: isEnabled), packets)
    }

    /// A picture whose luma is `16 + number`.
    static func picture(_ number: Int) -> PixelBuffer {
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        for plane in 0..<3 {
            buffer.withMutableBytes(ofPlane: plane) { span in
                let value = plane == 0 ? UInt8(16 + number % 200) : 128
                for index in 0..<span.byteCount { span.storeBytes(of: value, toByteOffset: index, as: UInt8.self) }
            }
        }
        return buffer
    }
}

extension AssetWriterInput {
    /// Appends packets, all of which are taken.
    func append(all packets: [EncodedPacket]) throws {
        for packet in packets {
            guard try append(packet) else { throw Refusal() }
        }
    }

    private struct Refusal: Error {}
}
