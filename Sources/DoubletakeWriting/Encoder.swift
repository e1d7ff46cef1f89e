package import DoubletakeMedia

/// The port to a codec: frames or samples in, packets out.
///
/// One thread uses it at a time, the one of its `EncoderStage`; making one opens the codec, so that `track` is complete
/// before the first input.
package protocol Encoder<Input>: AnyObject, Sendable {
    /// `VideoFrame` or `AudioBuffer`.
    associatedtype Input: Sendable

    /// What the packets are.
    var track: TrackDescription { get }

    /// Why this is not the encoder that was wanted first; nil when it is.
    var substitution: EncoderSubstitution? { get }

    /// Encodes one input, whose time is later than that of the one before.
    ///
    /// - Returns: the packets that this completed, in decode order; often one, sometimes none.
    func encode(_ input: Input) throws(WriterError) -> [EncodedPacket]

    /// Makes the first input of that time or later one at which decoding can begin, if it isn't anyway.
    ///
    /// The newest request counts.
    func requestKeyframe(at time: MediaTime)

    /// Ends the stream.
    ///
    /// - Returns: the packets that were still inside.
    func finish() throws(WriterError) -> [EncodedPacket]
}

extension Encoder {
    package var substitution: EncoderSubstitution? { nil }

    /// Decoding can begin at every packet of sound; an encoder of pictures that knows no better has its keyframes when
    /// they are due.
    package func requestKeyframe(at time: MediaTime) {}
}

/// An encoder that stands in for others that could not be opened.
package struct EncoderSubstitution: Sendable {
    /// The names of those that were tried, and what each said.
    package let tried: [(name: String, reason: String)]
    /// The name of the one that is used.
    package let used: String

    /// Describes a substitution.
    package init(tried: [(name: String, reason: String)], used: String) {
        self.tried = tried
        self.used = used
    }
}

/// An encoder of pictures.
package typealias VideoEncoder = Encoder<VideoFrame>

/// An encoder of sound.
///
/// Its buffers follow each other without a gap.
package typealias AudioEncoder = Encoder<AudioBuffer>
