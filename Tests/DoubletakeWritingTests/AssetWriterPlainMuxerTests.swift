import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// A film of ours beside the same packets in a file of libavformat's ordinary MP4 muxer.
///
/// Sound that begins late is none of the cases: there the plain muxer shows the encoder's run-up, and ours doesn't.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterPlainMuxerTests {
    struct Recipe: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var bFrameCount = 0
        var filter = "null"

        static let all = [
            Recipe(testDescription: "pictures and sound"),
            Recipe(testDescription: "B-frames", bFrameCount: 3),
            Recipe(testDescription: "a gap", filter: "select='not(between(t,0.7,1.75))'"),
        ]
    }

    @Test(
        "A finished film is decoded to the same pictures, samples and times as the plain muxer's, and has no fragments",
        arguments: Recipe.all)
    func same(recipe: Recipe) async throws {
        let folder = try TemporaryFolder()
        let plain = try PlainMovie(recipe, in: folder)
        let scene = MovieScene()
        let inputs = plain.tracks.map { AssetWriterInput(packets: $0) }
        for input in inputs { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        try scene.writer.startSession(atSourceTime: .zero)
        for (number, packet) in plain.packets.enumerated() {
            #expect(try inputs[packet.track].append(packet.packet))
            if number % 60 == 59 { try scene.cut() }
        }
        let movie = try await scene.finish()
        #expect(movie.topLevel == ["ftyp", "mdat", "moov"])
        let path = try folder.write(scene.storage.bytes, to: "film.mp4")
        let hashes = try frameHashes(path)
        #expect(try hashes == frameHashes(plain.path))
        #expect(hashes.split(separator: "\n").count > 120)
        let (ours, theirs) = (try MediaProbe(path).streams, try MediaProbe(plain.path).streams)
        #expect(ours.map(\.startTime) == theirs.map(\.startTime))
        #expect(ours.map(\.startTime).first == .zero)
        #expect(ours.map(\.frameCount) == theirs.map(\.frameCount))
        #expect(ours.map(\.duration) == theirs.map(\.duration))
    }

    private func frameHashes(_ path: String) throws -> String {
        let run = try ProcessRun.succeed([
            "ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-map", "0:a", "-fps_mode", "passthrough",
            "-enc_time_base:v", "-1", "-f", "framemd5", "-",
        ])
        return run.standardError + run.standardOutput
    }
}

/// A file of libavformat's ordinary muxer, and the packets in it.
private struct PlainMovie {
    let path: String
    let tracks: [TrackDescription]
    let packets: [(track: Int, packet: EncodedPacket)]

    init(_ recipe: AssetWriterPlainMuxerTests.Recipe, in folder: TemporaryFolder) throws {
        path = folder.file("plain.mp4")
        _ = try ProcessRun.succeed(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=25:duration=2.4"]
                + ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2.4"]
                + ["-map", "0:v", "-map", "1:a", "-vf", recipe.filter, "-fps_mode", "vfr", "-threads", "1"]
                + ["-c:v", "libx264", "-bf", "\(recipe.bFrameCount)", "-g", "25", "-c:a", "aac"]
                + ["-movie_timescale", "90000", path]
        )
        let bytes = try folder.bytes("plain.mp4")
        let timeBases = try MediaProbe(path).streams.map(\.timeBase)
        tracks = [
            TrackDescription(
                media: .video(
                    .h264,
                    codedSize: PixelSize(width: 64, height: 64),
                    displaySize: PixelSize(width: 64, height: 64),
                    color: .bt709Limited
                ),
                codecConfiguration: try Self.box("avcC", in: bytes),
                timeBase: timeBases[0]
            ),
            TrackDescription(
                media: .audio(
                    .aac,
                    format: AudioFormat(sampleRate: 48_000, channelCount: 1),
                    bitRate: 69_000,
                    primingSampleCount: 1_024
                ),
                codecConfiguration: try Self.audioConfiguration(Self.box("esds", in: bytes)),
                timeBase: timeBases[1]
            ),
        ]
        let answer = try ProcessRun.succeed([
            "ffprobe", "-v", "error", "-show_entries", "packet=stream_index,pts,dts,duration,size,pos,flags", "-of",
            "csv=print_section=0", path,
        ])
        packets = try answer.standardOutput.split(separator: "\n").map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = fields.map { Int64($0) ?? 0 }
            let track = Int(numbers[0])
            let time = { MediaTime.zero + timeBases[track].duration(ofTicks: $0) }
            let place = Int(numbers[5])
            try #require(numbers[4] > 0 && place > 0)
            return (
                track,
                EncodedPacket(
                    mediaType: track == 0 ? .video : .audio,
                    data: Array(bytes[place..<place + Int(numbers[4])]),
                    presentationTime: time(numbers[1]),
                    decodeTime: time(numbers[2]),
                    duration: timeBases[track].duration(ofTicks: numbers[3]),
                    isKeyframe: fields[6].contains("K")
                )
            )
        }
    }

    /// What is in the first box of that type.
    private static func box(_ type: String, in bytes: [UInt8]) throws -> [UInt8] {
        let name = Array(type.utf8)
        let place = try #require((4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(name) })
        let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[place + 4..<place - 4 + size])
    }

    /// The AudioSpecificConfig: the DecoderSpecificInfo, tag 5, of an elementary stream's descriptor (ISO/IEC 14496-1,
    /// 7.2.6.7).
    private static func audioConfiguration(_ descriptor: [UInt8]) throws -> [UInt8] {
        let head: [UInt8] = [5, 0x80, 0x80, 0x80]
        let place = try #require((0..<descriptor.count - 4).first { descriptor[$0..<$0 + 4].elementsEqual(head) })
        return Array(descriptor[place + 5..<place + 5 + Int(descriptor[place + 4])])
    }
}
