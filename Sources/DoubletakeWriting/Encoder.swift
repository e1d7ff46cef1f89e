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

    /// Encodes one input, whose time is later than that of the one before.
    ///
    /// - Returns: the packets that this completed, in decode order; often one, sometimes none.
    func encode(_ input: Input) throws(WriterError) -> [EncodedPacket]

    /// Ends the stream.
    ///
    /// - Returns: the packets that were still inside.
    func finish() throws(WriterError) -> [EncodedPacket]
}

/// An encoder of pictures.
package typealias VideoEncoder = Encoder<VideoFrame>

/// An encoder of sound.
///
/// Its buffers follow each other without a gap.
package typealias AudioEncoder = Encoder<AudioBuffer>
