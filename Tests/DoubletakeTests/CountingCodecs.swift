import DoubletakeMedia
import DoubletakeWriting

@testable import Doubletake

/// The system's codecs, with the times of the pictures that were encoded.
final class CountingCodecs: CodecProvider {
    private let system = SystemCodecs()
    private let times = ConditionLock<[MediaTime]>([])

    /// The times of the pictures that were encoded, in order.
    var pictureTimes: [MediaTime] {
        times.withLock { $0 }
    }

    func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        CountingEncoder(try system.makeVideoEncoder(settings), times)
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
}

private final class CountingEncoder: Encoder {
    private let encoder: any VideoEncoder
    private let times: ConditionLock<[MediaTime]>

    init(_ encoder: any VideoEncoder, _ times: ConditionLock<[MediaTime]>) {
        (self.encoder, self.times) = (encoder, times)
    }

    var track: TrackDescription {
        encoder.track
    }

    func encode(_ input: VideoFrame) throws(WriterError) -> [EncodedPacket] {
        times.withLock { $0.append(input.time) }
        return try encoder.encode(input)
    }

    func requestKeyframe(at time: MediaTime) {
        encoder.requestKeyframe(at: time)
    }

    func finish() throws(WriterError) -> [EncodedPacket] {
        try encoder.finish()
    }
}
