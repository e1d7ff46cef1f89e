package import DoubletakeMedia
package import DoubletakeWriting
import Synchronization

/// Codecs that compress nothing: a packet for each input, with the input's time and one byte that counts.
///
/// The muxer remembers what it was given, and writes a byte a packet at each flush, so that tests can see what reached
/// the file.
package final class FakeCodecs: CodecProvider {
    /// What the last muxer was given.
    package struct Muxed: Sendable {
        /// Its tracks.
        package var tracks: [MuxerTrack] = []
        /// What the file says of itself.
        package var metadata = MovieMetadata()
        /// Its packets, in order.
        package var packets: [TimedPacket] = []
        /// Its markers, in order.
        package var markers: [TimedMarker] = []
        /// How many packets were there at each flush.
        package var flushes: [Int] = []
    }

    private let record = ConditionLock(Muxed())
    private let clock: any MediaClock
    private let encoding: FakeEncoding

    /// Creates codecs.
    package init(clock: any MediaClock, encoding: FakeEncoding = FakeEncoding()) {
        self.clock = clock
        self.encoding = encoding
    }

    /// What the last muxer was given until now.
    package var muxed: Muxed {
        record.withLock { $0 }
    }

    /// Waits until what the muxer was given is as `isWanted` says.
    package func awaitMuxed(_ isWanted: (Muxed) -> Bool) {
        _ = record.wait(until: nil, on: clock) { isWanted($0) ? true : nil }
    }

    package func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        try encoding.failIfToldTo()
        return FakeEncoder<VideoFrame>(
            track: TrackDescription(
                media: .video(
                    settings.codec,
                    codedSize: settings.displaySize.roundedUpToEven,
                    displaySize: settings.displaySize,
                    color: settings.color
                ),
                codecConfiguration: [],
                timeBase: .video
            ),
            encoding: encoding
        ) { frame in (.video, frame.time, settings.frameRate.frameDuration) }
    }

    package func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try encoding.failIfToldTo()
        return FakeEncoder<AudioBuffer>(
            track: TrackDescription(
                media: .audio(
                    settings.codec,
                    format: settings.format,
                    bitRate: settings.bitRate,
                    primingSampleCount: 0
                ),
                codecConfiguration: [],
                timeBase: settings.format.timeBase
            ),
            encoding: encoding
        ) { buffer in (.audio, buffer.time, buffer.duration) }
    }

    package func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        record.withLock { $0 = Muxed(tracks: tracks, metadata: metadata) }
        return FakeMuxer(record: record, storage: storage)
    }
}

/// How fake encoders behave.
package struct FakeEncoding: Sendable {
    /// Which input (from 1) makes the encoder fail; 0 makes it fail when it is opened.
    package var failingInput: Int?
    /// Called before an input is encoded: a test holds the encoder up in it.
    package var willEncode: @Sendable () -> Void

    /// Creates behaviour; by default nothing fails or waits.
    package init(failingInput: Int? = nil, willEncode: @escaping @Sendable () -> Void = {}) {
        self.failingInput = failingInput
        self.willEncode = willEncode
    }

    fileprivate static let failure = WriterError.codecFailed(subject: "fake codec", reason: "it was told to fail")

    fileprivate func failIfToldTo() throws(WriterError) {
        if failingInput == 0 { throw Self.failure }
    }
}

private final class FakeEncoder<Input: Sendable>: Encoder {
    let track: TrackDescription
    private let encoding: FakeEncoding
    private let describe: @Sendable (Input) -> (MediaType, MediaTime, Duration)
    private let count = Atomic(0)

    init(
        track: TrackDescription,
        encoding: FakeEncoding,
        describe: @escaping @Sendable (Input) -> (MediaType, MediaTime, Duration)
    ) {
        self.track = track
        self.encoding = encoding
        self.describe = describe
    }

    func encode(_ input: Input) throws(WriterError) -> [EncodedPacket] {
        encoding.willEncode()
        let number = count.add(1, ordering: .relaxed).newValue
        if number == encoding.failingInput { throw FakeEncoding.failure }
        let (mediaType, time, duration) = describe(input)
        return [
            EncodedPacket(
                mediaType: mediaType,
                data: [UInt8(truncatingIfNeeded: number)],
                presentationTime: time,
                decodeTime: time,
                duration: duration,
                isKeyframe: number == 1
            )
        ]
    }

    func finish() throws(WriterError) -> [EncodedPacket] {
        []
    }
}

private final class FakeMuxer: Muxer {
    private let record: ConditionLock<FakeCodecs.Muxed>
    private let storage: any ByteStorage

    init(record: ConditionLock<FakeCodecs.Muxed>, storage: any ByteStorage) {
        self.record = record
        self.storage = storage
    }

    func write(_ packet: TimedPacket) throws(WriterError) {
        record.withLock { $0.packets.append(packet) }
    }

    func write(_ marker: TimedMarker) throws(WriterError) {
        record.withLock { $0.markers.append(marker) }
    }

    func flush() throws(WriterError) {
        let bytes = record.withLock { muxed in
            let done = muxed.flushes.last ?? 0
            muxed.flushes.append(muxed.packets.count)
            return muxed.packets[done...].flatMap(\.data)
        }
        do throws(SystemCallError) {
            try storage.write(bytes, at: try storage.byteCount())
        } catch {
            throw .cannotWrite(error)
        }
    }

    func finish(endingAt end: Duration?) throws(WriterError) {
        try flush()
    }
}

extension ContainerFormat {
    /// A container for the fake muxer, which nobody has to finish.
    package static let fake = ContainerFormat(
        name: "fake",
        fileExtensions: ["fake"],
        videoCodecs: [.h264],
        audioCodecs: [.aac],
        finishing: .muxer
    )
}
