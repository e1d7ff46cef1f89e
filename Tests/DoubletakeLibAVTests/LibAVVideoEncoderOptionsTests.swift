import DoubletakeMedia
import DoubletakeWriting
import Testing

@testable import DoubletakeLibAV

@Suite struct LibAVVideoEncoderOptionsTests {
    @Test("Each option of each encoder is one that libavcodec knows", arguments: VideoEncoderModel.all)
    func known(model: VideoEncoderModel) {
        let qualities: [VideoEncoderSettings.Quality] = [
            .high, .constantRateFactor(51), .averageBitRate(4_000_000), .lossless,
        ]
        for quality in qualities where quality != .lossless || model.isLosslessPossible {
            let settings = VideoEncoderSettings(
                codec: model.codec,
                displaySize: PixelSize(width: 64, height: 48),
                quality: quality
            )
            #expect(throws: Never.self) { _ = try LibAVCodec(preparing: settings, model, nil) }
        }
    }

    @Test("Where pictures usually come at half the stream's rate each may have twice the bits")
    func bitRate() {
        let settings = VideoEncoderSettings(
            codec: .hevc,
            displaySize: PixelSize(width: 64, height: 48),
            frameRate: FrameRate(60),
            usualFrameRate: FrameRate(30),
            quality: .averageBitRate(1_000_000)
        )
        let options = LibAVVideoEncoderOptions.options(settings, .x265)
        #expect(options.last { $0.name == "b" }?.value == "2000000")
        #expect(options.last { $0.name == "maxrate" }?.value == "3000000")
        #expect(options.last { $0.name == "bufsize" }?.value == "3000000")
    }
}
