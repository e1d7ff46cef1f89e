import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

struct ContainerFormatTests {
    @Test(
        "A container is found by each of its extensions, whatever their case",
        arguments: [
            ("mp4", .mp4), ("MP4", .mp4), ("m4v", .mp4), ("mov", .mov), ("Mov", .mov),
            ("mkv", .mkv), ("webm", .webm),
        ]
            as [(String, ContainerFormat)]
    )
    func extensions(fileExtension: String, container: ContainerFormat) {
        #expect(ContainerFormat.named(byExtension: fileExtension) == container)
    }

    @Test("An extension that no container has finds none", arguments: ["", "mp", "mp44", ".mp4", "txt", "fake"])
    func unknown(fileExtension: String) {
        #expect(ContainerFormat.named(byExtension: fileExtension) == nil)
    }

    @Test("Every container has codecs for pictures and sound, and extensions that no other one has")
    func rows() {
        let extensions = ContainerFormat.all.flatMap(\.fileExtensions)
        #expect(Set(extensions).count == extensions.count)
        #expect(extensions.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
        #expect(Set(ContainerFormat.all.map(\.name)).count == ContainerFormat.all.count)
        for row in ContainerFormat.all {
            #expect(!row.videoCodecs.isEmpty && !row.audioCodecs.isEmpty && !row.fileExtensions.isEmpty)
        }
    }

    @Test("Codecs have names of their own, and sample rates in rising order")
    func codecs() {
        #expect(Set(VideoCodec.all.map(\.name)).count == VideoCodec.all.count)
        #expect(Set(AudioCodec.all.map(\.name)).count == AudioCodec.all.count)
        for codec in AudioCodec.all {
            #expect(codec.sampleRates == codec.sampleRates.sorted() && codec.sampleRates.contains(48_000))
        }
    }

    @Test("Each codec of pictures has an encoder that needs no hardware, and encoders have names of their own")
    func encoders() {
        #expect(Set(VideoEncoderModel.all.map(\.name)).count == VideoEncoderModel.all.count)
        for codec in VideoCodec.all {
            #expect(codec.softwareEncoder.codec == codec && codec.softwareEncoder.kind == .software)
            #expect(codec.hardwareEncoders.allSatisfy { $0.codec == codec && $0.kind == .hardware })
        }
        #expect(VideoEncoderModel.named("h264_vaapi")?.codec == .h264)
        #expect(VideoEncoderModel.named("h264") == nil)
    }

    @Test("Opus holds sound of 48 kHz alone")
    func opus() {
        for rate in [8_000, 44_100, 48_000, 192_000] {
            let held = AudioCodec.opus.format(holding: AudioFormat(sampleRate: rate, channelCount: 1))
            #expect(held == AudioFormat(sampleRate: 48_000, channelCount: 1))
        }
    }

    @Test(
        "Sound that a codec can't hold gets the nearest rate below that it can, and two channels",
        arguments: [
            (48_000, 2, 48_000, 2), (96_000, 6, 96_000, 6), (192_000, 2, 48_000, 2), (384_000, 8, 48_000, 2),
            (37_800, 1, 32_000, 1), (4_000, 1, 7_350, 1), (48_000, 12, 48_000, 2),
        ]
    )
    func holding(rate: Int, channels: Int, heldRate: Int, heldChannels: Int) {
        let held = AudioCodec.aac.format(holding: AudioFormat(sampleRate: rate, channelCount: channels))
        #expect(held == AudioFormat(sampleRate: heldRate, channelCount: heldChannels))
    }
}
