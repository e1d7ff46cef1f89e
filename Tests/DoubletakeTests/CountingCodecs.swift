import DoubletakeMedia
import DoubletakeWriting
import Synchronization

@testable import Doubletake

/// The system's codecs, with a count of the pictures that were encoded.
final class CountingCodecs: CodecProvider {
    private let system = SystemCodecs()
    private let count = Counter()

    /// How many pictures were encoded.
    var pictureCount: Int {
        count.value.load(ordering: .relaxed)
    }

    func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        CountingEncoder(try system.makeVideoEncoder(settings), count)
    }

    func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try system.makeAudioEncoder(settings)
    }

    func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        try system.makeMuxer(container, tracks: tracks, metadata: metadata, storage: storage, subject: subject)
    }

    fileprivate final class Counter: Sendable {
        let value = Atomic(0)
    }
}

private final class CountingEncoder: Encoder {
    private let encoder: any VideoEncoder
    private let count: CountingCodecs.Counter

    init(_ encoder: any VideoEncoder, _ count: CountingCodecs.Counter) {
        (self.encoder, self.count) = (encoder, count)
    }

    var track: TrackDescription {
        encoder.track
    }

    func encode(_ input: VideoFrame) throws(WriterError) -> [EncodedPacket] {
        count.value.add(1, ordering: .relaxed)
        return try encoder.encode(input)
    }

    func requestKeyframe(at time: MediaTime) {
        encoder.requestKeyframe(at: time)
    }

    func finish() throws(WriterError) -> [EncodedPacket] {
        try encoder.finish()
    }
}
