import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import DoubletakeX264
import Testing

/// A movie that is handed out in segments.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractSegmentTests {
    /// Keeps what it is given.
    private final class Receiver: AssetWriterDelegate {
        struct Segment {
            let type: AssetSegmentType
            let bytes: [UInt8]
        }

        private let received = ConditionLock<[Segment]>([])

        var segments: [Segment] { received.withLock { $0 } }

        func assetWriter(_ writer: AssetWriter, didOutputSegmentData data: [UInt8], segmentType: AssetSegmentType) {
            received.withLock { $0.append(Segment(type: segmentType, bytes: data)) }
        }
    }

    /// 100 pictures, 40 ms apart, of which each 25th is a keyframe.
    private func pictures() throws -> (input: AssetWriterInput, packets: [EncodedPacket]) {
        let settings = VideoEncoderSettings(displaySize: EncodedSample.size, keyframeInterval: .seconds(1))
        let encoder = try X264Encoder(settings)
        let packets = try (0..<100).flatMap { number in
            try encoder.encode(
                VideoFrame(
                    pixelBuffer: EncodedSample.picture(number),
                    time: WriterScene.start + .milliseconds(40 * number),
                    sequenceNumber: UInt64(number),
                    damage: .everything
                )
            )
        }
        return (AssetWriterInput(packets: encoder.track), packets)
    }

    @Test("Segments go to the delegate: the header first, then media from keyframe to keyframe, and together they play")
    func segments() async throws {
        let folder = try TemporaryFolder()
        let receiver = Receiver()
        let writer = AssetWriter(segmentsOf: .mp4, codecs: MovieCodecs(), clock: ManualClock())
        writer.delegate = receiver
        writer.preferredOutputSegmentInterval = .seconds(2)
        // Neither has a meaning here.
        writer.movieFragmentInterval = .milliseconds(10)
        writer.shouldOptimizeForNetworkUse = true
        let pictures = try pictures()
        let sound = try EncodedSample.sound(at: .zero, sampleCount: 4 * 48_000)
        for input in [pictures.input, sound.input] { try writer.add(input) }
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: WriterScene.start)
        try pictures.input.append(all: pictures.packets)
        try sound.input.append(all: sound.packets)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let segments = receiver.segments
        #expect(segments.map(\.type) == [.initialization, .separable, .separable])
        #expect(segments.map { String(decoding: $0.bytes[4..<8], as: UTF8.self) } == ["ftyp", "moof", "moof"])
        let all = try folder.write(segments.flatMap(\.bytes), to: "all.mp4")
        #expect(try MediaProbe.decodeWarnings(all) == "")
        #expect(try MediaProbe.frameTimes(all, stream: 0).count == 100)
        // Each media segment is decoded with the header alone.
        for segment in segments.dropFirst() {
            let path = try folder.write(segments[0].bytes + segment.bytes, to: "part.mp4")
            #expect(try MediaProbe.decodeErrors(path) == "")
            #expect(try MediaProbe.frameTimes(path, stream: 0).count == 50)
        }
    }

    @Test("A writer of segments leaves no file, and one that is cancelled hands out no more")
    func cancelled() throws {
        let receiver = Receiver()
        let writer = AssetWriter(segmentsOf: .mp4, codecs: MovieCodecs(), clock: ManualClock())
        writer.delegate = receiver
        let pictures = try pictures()
        try writer.add(pictures.input)
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: WriterScene.start)
        try pictures.input.append(all: Array(pictures.packets.prefix(30)))
        writer.cancelWriting()
        #expect(writer.status == .cancelled && receiver.segments.isEmpty)
    }
}
