import DoubletakeMedia
import DoubletakeWriting

/// An encoder of pictures that says for which others it stands in.
final class SubstituteEncoder: VideoEncoder {
    let substitution: EncoderSubstitution?
    private let encoder: any VideoEncoder

    init(_ encoder: any VideoEncoder, _ substitution: EncoderSubstitution) {
        self.encoder = encoder
        self.substitution = substitution
    }

    var track: TrackDescription {
        encoder.track
    }

    func encode(_ input: VideoFrame) throws(WriterError) -> [EncodedPacket] {
        try encoder.encode(input)
    }

    func requestKeyframe(at time: MediaTime) {
        encoder.requestKeyframe(at: time)
    }

    func finish() throws(WriterError) -> [EncodedPacket] {
        try encoder.finish()
    }
}
