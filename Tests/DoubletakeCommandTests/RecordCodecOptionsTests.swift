import Doubletake
import DoubletakeWriting
import Testing

@testable import DoubletakeCommand

@Suite struct RecordCodecOptionsTests {
    @Test("Without a word the codecs are the container's own, and no hardware is needed")
    func defaults() throws {
        let configuration = try RecordOptions([]).configuration
        #expect(configuration.videoCodec == nil && configuration.audioCodec == nil)
        #expect(configuration.videoEncoder == .software)
        #expect(configuration.audioBitRate == 128_000)
    }

    @Test("Codecs, encoders and bit rates are named as the field names them")
    func named() throws {
        let configuration = try RecordOptions([
            "--codec", "hevc", "--encoder", "hevc_vaapi", "--bitrate", "4M", "--audio-codec", "opus",
            "--audio-bitrate", "96k",
        ]).configuration
        #expect(configuration.videoCodec == .hevc)
        #expect(configuration.videoEncoder == VideoEncoderModel.named("hevc_vaapi").map { .named($0) })
        #expect(configuration.quality == .averageBitRate(4_000_000))
        #expect(configuration.audioCodec == .opus)
        #expect(configuration.audioBitRate == 96_000)
        #expect(try RecordOptions(["--encoder", "auto"]).configuration.videoEncoder == .automatic)
    }

    @Test("Of quality, factor and bit rate the last one counts")
    func last() throws {
        #expect(try RecordOptions(["--bitrate", "4M", "--crf", "20"]).configuration.quality == .constantRateFactor(20))
        #expect(
            try RecordOptions(["--crf", "20", "--bitrate", "4M"]).configuration.quality == .averageBitRate(4_000_000))
    }

    @Test(
        "What is none is refused with what there is",
        arguments: [
            ("--codec", "mpeg2", "it must be h264, hevc, av1, vp9"),
            ("--audio-codec", "mp3", "it must be aac, opus, flac"),
            ("--bitrate", "9k", "it must be bits a second from 10k to 1G, such as 4M"),
            ("--bitrate", "-4M", "it must be bits a second from 10k to 1G, such as 4M"),
            ("--audio-bitrate", "1k", "it must be bits a second from 6k to 1M, such as 192k"),
        ]
    )
    func refused(option: String, value: String, reason: String) {
        let error = #expect(throws: UsageError.self) { try RecordOptions([option, value]) }
        #expect(error?.reason == reason)
    }

    @Test(
        "A bit rate is read as people write it",
        arguments: [
            ("128000", 128_000), ("128k", 128_000), ("2.5M", 2_500_000), ("1G", 1_000_000_000), ("", nil), ("M", nil),
            ("1e6", nil), ("4 M", nil), ("inf", nil), ("1.2.3", nil),
        ] as [(String, Int?)]
    )
    func bitRates(text: String, bits: Int?) {
        #expect(Int(bitRateText: text) == bits)
    }
}
