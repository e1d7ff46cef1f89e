import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// Pictures from an adaptor's pool.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractAdaptorTests {
    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("The pool is nil before startWriting, and has buffers as the input takes them from then on")
    func pool() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        let adaptor = try AssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(adaptor.pixelBufferPool == nil && adaptor.assetWriterInput === input)
        try scene.begin(input)
        let pool = try #require(adaptor.pixelBufferPool)
        #expect(pool.displaySize == Sample.size && pool.format == .i420 && pool.color == .bt709Limited)
        for number in 0..<100 {
            // A buffer comes back once it is encoded.
            var buffer = pool.makeBuffer()
            while buffer == nil {
                scene.codecs.awaitMuxed { $0.packets.count >= number - EncoderStage<VideoFrame>.queueCapacity }
                buffer = pool.makeBuffer()
            }
            let time = WriterScene.start + .milliseconds(40 * number)
            #expect(try adaptor.append(#require(buffer), withPresentationTime: time))
        }
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.packets.count == 100)
    }

    @Test("An input has one adaptor, takes pictures, and gets it before writing starts")
    func oneAdaptor() throws {
        let scene = WriterScene()
        let (first, second) = (Sample.videoInput(), Sample.videoInput())
        _ = try AssetWriterInputPixelBufferAdaptor(assetWriterInput: first)
        try scene.begin(first, second)
        for input in [first, second, Sample.audioInput(), Sample.videoPackets()] {
            #expect(performing: { try AssetWriterInputPixelBufferAdaptor(assetWriterInput: input) }, throws: isMisuse)
        }
    }
}
