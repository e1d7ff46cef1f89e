public import DoubletakeMedia
import Synchronization

/// Feeds an input with pictures, for which it has a pool of buffers that the encoder takes as they are.
///
/// An input has one adaptor at most. One thread at a time appends; nobody changes a buffer once it is appended.
public final class AssetWriterInputPixelBufferAdaptor: Sendable {
    /// How many buffers may be held at one time: those that wait for the encoder, the one that it has, the newest one
    /// from before the session's start, and a few in the appender's hands.
    ///
    /// Fewer, and an appender has none while the encoder is busy; more only take memory.
    static let poolCapacity = EncoderStage<VideoFrame>.queueCapacity + 4

    /// The input that is fed.
    public let assetWriterInput: AssetWriterInput
    private let pool: PixelBufferPool
    private let count = Atomic<UInt64>(0)

    /// Creates the adaptor of an input that encodes pictures, before writing starts.
    ///
    /// - Parameter pixelFormat: how the samples of the pool's buffers lie; one that the encoder takes.
    /// - Throws: `WriterError.misuse` when the input encodes no pictures, has an adaptor, or its writer has started.
    public init(assetWriterInput input: AssetWriterInput, pixelFormat: PixelFormat = .i420) throws(WriterError) {
        guard case .video(let settings) = input.source, input.currentPlace() == nil, input.takeAdaptor() else {
            throw .misuse(
                subject: input.subject,
                reason: "it can't have an adaptor for pictures now",
                help: "Create one adaptor for an input that encodes pictures, before startWriting."
            )
        }
        assetWriterInput = input
        pool = PixelBufferPool(
            format: pixelFormat,
            displaySize: settings.displaySize,
            color: settings.color,
            capacity: Self.poolCapacity
        )
    }

    /// Buffers as the encoder takes them; nil before writing starts.
    public var pixelBufferPool: PixelBufferPool? {
        assetWriterInput.currentPlace() == nil ? nil : pool
    }

    /// Appends a picture.
    ///
    /// - Returns: false when the writer has failed or the input is finished: look at the writer's status.
    /// - Throws: as `AssetWriterInput.append`.
    public func append(_ buffer: PixelBuffer, withPresentationTime time: MediaTime) throws(WriterError) -> Bool {
        let frame = VideoFrame(
            pixelBuffer: buffer,
            time: time,
            sequenceNumber: count.add(1, ordering: .relaxed).oldValue,
            damage: .everything
        )
        return try assetWriterInput.append(SampleBuffer(frame))
    }
}
