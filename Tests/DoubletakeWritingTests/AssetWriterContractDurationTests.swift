import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// How long samples last, read from the finished movie, in ticks of 90 kHz or samples.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractDurationTests {
    private func packets(
        at times: [Duration],
        lasting duration: Duration
    ) throws -> (input: AssetWriterInput, packets: [EncodedPacket]) {
        let (input, packets) = try EncodedSample.pictures(at: times)
        return (input, packets.map { $0.lasting(duration) })
    }

    @Test("The duration of a picture is the next decode stamp minus its own, whatever it says itself")
    func next() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [0, 10, 500, 501].map { .milliseconds($0) }, lasting: .seconds(7))
        try scene.begin(input)
        try input.append(all: packets)
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations == [900, 44_100, 90, 630_000])
    }

    @Test("The last picture takes the duration of the marker that ends it, before its own")
    func marker() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [.zero, .milliseconds(100)], lasting: .seconds(7))
        try scene.begin(input)
        try input.append(all: packets)
        #expect(try input.endLastSample(at: WriterScene.start + .milliseconds(350)))
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations == [9_000, 22_500] && movie.duration == .milliseconds(350))
    }

    @Test("A marker that a later picture overtakes has no effect")
    func overtakenMarker() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [.zero, .milliseconds(100)], lasting: .milliseconds(20))
        try scene.begin(input)
        try input.append(all: [packets[0]])
        #expect(try input.endLastSample(at: WriterScene.start + .milliseconds(50)))
        try input.append(all: [packets[1]])
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations == [9_000, 1_800])
    }

    @Test("The last picture without a marker takes its own duration when it has one")
    func own() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [.zero, .milliseconds(100)], lasting: .milliseconds(20))
        try scene.begin(input)
        try input.append(all: packets)
        #expect(try await scene.finish().tracks[0].durations == [9_000, 1_800])
    }

    @Test("The last picture takes its duration also when a fragment was cut behind it")
    func cut() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [.zero, .milliseconds(100)], lasting: .milliseconds(20))
        try scene.begin(input)
        try input.append(all: packets)
        try scene.cut()
        #expect(try await scene.finish().tracks[0].durations == [9_000, 1_800])
    }

    @Test("The last picture without a marker or a duration of its own takes the second-last one's")
    func secondLast() async throws {
        let scene = MovieScene()
        let (input, packets) = try packets(at: [0, 100, 130].map { .milliseconds($0) }, lasting: .zero)
        try scene.begin(input)
        try input.append(all: packets)
        #expect(try await scene.finish().tracks[0].durations == [9_000, 2_700, 2_700])
    }

    @Test(
        "The last picture that was encoded here takes the second-last one's duration: pictures have none of their own")
    func encoded() async throws {
        let scene = MovieScene()
        let settings = VideoEncoderSettings(displaySize: EncodedSample.size, frameRate: FrameRate(25))
        let input = AssetWriterInput(video: settings)
        try scene.begin(input)
        for (number, time) in [0, 100, 300].enumerated() {
            let frame = VideoFrame(
                pixelBuffer: EncodedSample.picture(number),
                time: WriterScene.start + .milliseconds(time),
                sequenceNumber: UInt64(number),
                damage: .everything
            )
            #expect(try input.append(SampleBuffer(frame)))
        }
        #expect(try await scene.finish().tracks[0].durations == [9_000, 18_000, 18_000])
    }

    @Test("The durations of sound come from its samples")
    func sound() async throws {
        let scene = MovieScene()
        let input = AssetWriterInput(audio: AudioEncoderSettings(format: Sample.format))
        try scene.begin(input)
        for number in 0..<10 {
            #expect(try input.append(Sample.sound(at: .milliseconds(20 * number), count: 960)))
        }
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations.reduce(0, +) == 1_024 + 9_600)
        #expect(movie.duration == .milliseconds(200))
    }

    @Test("Encoded sound whose encoder's run-up is stated is shown without it")
    func trimmed() async throws {
        let scene = MovieScene()
        let (input, packets) = try EncodedSample.sound(at: .seconds(1), sampleCount: 48_000)
        try scene.begin(input)
        try input.append(all: packets)
        let edits = try await scene.finish().tracks[0].edits
        #expect(edits == [.init(duration: 90_000, mediaTime: -1), .init(duration: 90_000, mediaTime: 1_024)])
    }
}

extension EncodedPacket {
    fileprivate func lasting(_ duration: Duration) -> EncodedPacket {
        EncodedPacket(
            mediaType: mediaType,
            data: data,
            presentationTime: presentationTime,
            decodeTime: decodeTime,
            duration: duration,
            isKeyframe: isKeyframe
        )
    }
}
