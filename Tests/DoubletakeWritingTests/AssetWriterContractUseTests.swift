import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractUseTests {
    @Test("A writer goes from unknown over writing to completed, without an error")
    func states() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        #expect(scene.writer.status == .unknown)
        try scene.writer.add(input)
        #expect(scene.writer.startWriting() && scene.writer.status == .writing)
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        #expect(try input.append(Sample.picture(at: .zero)))
        #expect(scene.writer.status == .writing && scene.writer.error == nil && !scene.writer.isFilePlayable)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed && scene.writer.error == nil && scene.writer.isFilePlayable)
    }

    @Test("status and error may be read on any thread, and the error is nil unless the writer has failed")
    func readAnywhere() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        let writer = scene.writer
        let known: Set<AssetWriter.Status> = [.unknown, .writing, .completed]
        let readers = try (0..<4).map { number in
            try WorkerThread(name: "reader \(number)") {
                let isRight = (0..<2_000).allSatisfy { _ in known.contains(writer.status) && writer.error == nil }
                #expect(isRight)
            }
        }
        try scene.begin(input)
        for number in 0..<200 { #expect(try input.append(Sample.packet(.video, at: .milliseconds(number)))) }
        await writer.finishWriting()
        for reader in readers { reader.join() }
        #expect(writer.status == .completed && writer.error == nil)
    }

    @Test("A writer is used once")
    func once() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(!scene.writer.startWriting() && scene.writer.status == .writing)
        #expect(try input.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(!scene.writer.startWriting() && scene.writer.status == .completed)
    }

    @Test("Inputs are added before writing starts, each of them once")
    func adding() throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        #expect(scene.writer.canAdd(input))
        try scene.writer.add(input)
        #expect(!scene.writer.canAdd(input))
        #expect(throws: WriterError.self) { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        #expect(!scene.writer.canAdd(Sample.audioInput()))
        #expect(throws: WriterError.self) { try scene.writer.add(Sample.audioInput()) }
        #expect(scene.codecs.muxed.tracks.count == 1)
    }

    @Test("movieFragmentInterval is invalid at first, and says how often a fragment is cut", arguments: [nil, 3, 10])
    func fragmentInterval(seconds: Int?) async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        #expect(scene.writer.movieFragmentInterval == nil)
        scene.writer.movieFragmentInterval = seconds.map { .seconds($0) }
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        scene.clock.advance(by: .seconds(30), inStepsOf: .milliseconds(500), whenWaiting: 1)
        scene.clock.awaitWaiters(1)
        #expect(scene.codecs.muxed.flushes.count == 30 / (seconds ?? 1))
        await scene.writer.finishWriting()
    }

    @Test("An input belongs to one writer")
    func oneWriter() throws {
        let first = WriterScene()
        let second = WriterScene()
        let input = Sample.videoInput()
        try first.writer.add(input)
        #expect(!second.writer.canAdd(input))
        #expect(throws: WriterError.self) { try second.writer.add(input) }
    }

    @Test("A codec that the container can't hold is refused, and the input can still go elsewhere")
    func codecs() throws {
        let silent = ContainerFormat(
            name: "silent",
            fileExtensions: ["silent"],
            videoCodecs: [.h264],
            audioCodecs: [],
            finishing: .muxer
        )
        let scene = WriterScene(container: silent)
        for input in [Sample.audioInput(), Sample.audioPackets()] {
            #expect(!scene.writer.canAdd(input))
            #expect(throws: WriterError.self) { try scene.writer.add(input) }
            #expect(WriterScene().writer.canAdd(input))
        }
        for input in [Sample.videoInput(), Sample.videoPackets()] { #expect(scene.writer.canAdd(input)) }
    }

    @Test("canApply and canAdd ask first, and add says why settings that don't fit are refused")
    func unfitSettings() throws {
        let scene = WriterScene()
        let size = Sample.size
        let videos: [(VideoEncoderSettings, String)] = [
            (VideoEncoderSettings(displaySize: PixelSize(width: 0, height: 2)), "a picture of 0x2 has no pixels"),
            (
                VideoEncoderSettings(displaySize: size, quality: .constantRateFactor(0)),
                "0 is no quality between 1 and 51"
            ),
            (
                VideoEncoderSettings(displaySize: size, keyframeInterval: .zero),
                "keyframes can't be 0.0 seconds apart"
            ),
        ]
        let rates = AudioFormat(sampleRate: 48_001, channelCount: 2)
        let channels = AudioFormat(sampleRate: 48_000, channelCount: 9)
        let sounds: [(AudioEncoderSettings, String)] = [
            (AudioEncoderSettings(format: rates), "aac has no 48001 Hz"),
            (AudioEncoderSettings(format: channels), "9 channels are more than 8"),
            (AudioEncoderSettings(format: Sample.format, bitRate: 0), "0 bits a second are no bit rate"),
        ]
        let inputs =
            videos.map { (scene.writer.canApply($0.0), AssetWriterInput(video: $0.0), $0.1) }
            + sounds.map { (scene.writer.canApply($0.0), AssetWriterInput(audio: $0.0), $0.1) }
        for (canApply, input, reason) in inputs {
            #expect(!canApply && !scene.writer.canAdd(input))
            let error = try #require(throws: WriterError.self) { try scene.writer.add(input) }
            #expect(error.reason == reason && error.code == .unsupportedSettings)
        }
        #expect(scene.writer.canApply(VideoEncoderSettings(displaySize: size)))
        #expect(scene.writer.canApply(AudioEncoderSettings(format: Sample.format)))
    }

    @Test("The muxer is told of the tracks in the order in which they were added")
    func tracks() throws {
        let scene = WriterScene()
        let mix = AssetWriterInput(audio: AudioEncoderSettings(format: Sample.format), name: "Mix")
        let microphone = AssetWriterInput(
            audio: AudioEncoderSettings(format: Sample.format),
            name: "Microphone",
            isEnabled: false
        )
        try scene.begin(Sample.videoInput(), mix, microphone)
        let tracks = scene.codecs.muxed.tracks
        #expect(tracks.map(\.name) == [nil, "Mix", "Microphone"])
        #expect(tracks.map(\.isEnabled) == [true, true, false])
        #expect(tracks.map(\.description.mediaType) == [.video, .audio, .audio])
    }

    @Test("A file that exists is an error, and stays as it is")
    func fileExists() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.fake")
        try "kept".write(toFile: path, atomically: false, encoding: .utf8)
        let scene = WriterScene(path: path)
        try scene.writer.add(Sample.videoInput())
        #expect(!scene.writer.startWriting())
        #expect(scene.writer.status == .failed && !scene.writer.isFilePlayable)
        guard case .fileExists(path) = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(scene.writer.error?.code.rawValue == -11_823)
        scene.writer.cancelWriting()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
    }

    @Test("A folder that is missing is an error")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("missing/film.fake"))
        try scene.writer.add(Sample.videoInput())
        #expect(!scene.writer.startWriting())
        guard case .cannotCreate(let error) = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(error.errorNumber == ENOENT && error.subject == scene.writer.path)
        #expect(scene.writer.status == .failed)
    }

    @Test("An encoder that can't be opened is an error, and no file is made")
    func encoderRefuses() throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"), encoding: FakeEncoding(failingInput: 0))
        try scene.writer.add(Sample.videoInput())
        #expect(!scene.writer.startWriting() && scene.writer.status == .failed)
        guard case .codecFailed = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(try folder.contents().isEmpty)
    }

    @Test("A muxer that can't be opened is an error, and no file is left")
    func muxerRefuses() throws {
        let folder = try TemporaryFolder()
        let writer = AssetWriter(
            path: folder.file("film.fake"),
            container: .fake,
            codecs: NoMuxer(),
            clock: ManualClock()
        )
        try writer.add(Sample.videoPackets())
        #expect(!writer.startWriting() && writer.status == .failed)
        #expect(writer.error?.reason == "there is no muxer")
        #expect(try folder.contents().isEmpty)
    }
}

/// Codecs of a library that was built without muxers.
private struct NoMuxer: CodecProvider {
    private let codecs = FakeCodecs(clock: ManualClock())

    func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        try codecs.makeVideoEncoder(settings)
    }

    func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try codecs.makeAudioEncoder(settings)
    }

    func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        throw .codecFailed(subject: subject, reason: "there is no muxer")
    }
}
