import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// The probe is asked about a file that ffmpeg made, and of which everything is known.
@Suite(.timeLimit(.minutes(10)))
struct MediaProbeTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("film.mp4")
    }

    private func makeFilm() throws {
        _ = try ProcessRun.succeed([
            "ffmpeg", "-v", "error", "-nostdin",
            "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1",
            "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1",
            "-f", "lavfi", "-i", "sine=frequency=880:sample_rate=44100:duration=1",
            "-map", "0", "-map", "1", "-map", "2",
            "-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p",
            "-color_range", "tv", "-colorspace", "bt709", "-color_trc", "bt709", "-color_primaries", "bt709",
            "-c:a", "aac", "-ac", "2", "-disposition:a:0", "default", "-disposition:a:1", "0",
            "-metadata:s:a:1", "handler_name=Microphone", "-metadata", "title=A film", path,
        ])
    }

    @Test("The probe tells each track's properties")
    func streams() throws {
        try makeFilm()
        let probe = try MediaProbe(path)
        #expect(probe.formatName.contains("mp4"))
        #expect(probe.tags["title"] == "A film")
        #expect(probe.streams.map(\.index) == [0, 1, 2])
        #expect(probe.streams.map(\.codec) == ["h264", "aac", "aac"])
        let video = try #require(probe.videoStreams.first)
        #expect(video.size == PixelSize(width: 64, height: 48))
        #expect(video.pixelFormat == "yuv420p" && video.colorRange == "tv")
        #expect([video.colorSpace, video.colorTransfer, video.colorPrimaries] == ["bt709", "bt709", "bt709"])
        #expect(video.startTime == .zero && video.duration == .seconds(1) && video.frameCount == 25)
        #expect(video.sampleRate == nil && video.isDefault)
        #expect(probe.audioStreams.map(\.sampleRate) == [48_000, 44_100])
        #expect(probe.audioStreams.map(\.channelCount) == [2, 2])
        #expect(probe.audioStreams.map(\.isDefault) == [true, false])
        #expect(probe.audioStreams[1].name == "Microphone")
        #expect(probe.packets(ofStream: 0).isEmpty)
    }

    @Test("The probe tells packets and decoded pictures with their times")
    func times() throws {
        try makeFilm()
        let packets = try MediaProbe(path, includingPackets: true).packets(ofStream: 0)
        let times = (0..<25).map { Duration.milliseconds($0 * 40) }
        #expect(packets.map(\.presentationTime).sorted() == times)
        #expect(packets.filter(\.isKeyframe).map(\.presentationTime) == [0, 400, 800].map { .milliseconds($0) })
        #expect(packets.allSatisfy { $0.byteCount > 0 && ($0.decodeTime ?? .seconds(9)) <= $0.presentationTime })
        #expect(try MediaProbe.frameTimes(path, stream: 0) == times)
    }

    @Test("A sound file decodes without complaints, and one with a hole in it does not")
    func decodeErrors() throws {
        try makeFilm()
        #expect(try MediaProbe.decodeErrors(path) == "")
        let file = try FileStorage(path: path, access: .readWrite)
        try file.write([UInt8](repeating: 0xff, count: 600), at: 1_000)
        #expect(try MediaProbe.decodeErrors(path) != "")
    }

    @Test("A file that is none is an error with ffprobe's words")
    func noFilm() throws {
        let failure = try #require(throws: ProcessRun.Failure.self) { try MediaProbe(path) }
        #expect(failure.description.contains("No such file or directory"))
    }
}
