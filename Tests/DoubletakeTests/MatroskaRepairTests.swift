import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Testing

@testable import Doubletake

/// Films that were interrupted while they were Matroska or WebM.
@Suite struct MatroskaRepairTests {
    private static let containers = [ContainerFormat.mkv, .webm]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "What was interrupted becomes a film with all that could be played, a length and an index",
        arguments: containers)
    func interrupted(container: ContainerFormat) throws {
        for number in 0..<max(container.videoCodecs.count, container.audioCodecs.count) {
            let video = container.videoCodecs[number % container.videoCodecs.count]
            let audio = container.audioCodecs[number % container.audioCodecs.count]
            let part = try makePart("\(video.name).part.\(container.name)", container, video, audio)
            let before = try MediaProbe(part, includingPackets: true)
            let repaired = try MovieRepair.repair(part)
            #expect(repaired.outcome == .finished)
            #expect(repaired.file == folder.file("\(video.name).\(container.name)"))
            #expect(!FileManager.default.fileExists(atPath: part))
            let after = try MediaProbe(repaired.file, includingPackets: true)
            #expect(try MediaProbe.decodeWarnings(repaired.file) == "")
            #expect(after.streams.map(\.name) == ["Screen", "Mix"])
            #expect(after.streams.map(\.codec) == [video.name, audio.name])
            for index in [0, 1] {
                let times = before.packets(ofStream: index).map(\.presentationTime)
                #expect(after.packets(ofStream: index).map(\.presentationTime) == times)
            }
            #expect(abs((after.duration ?? .zero).inSeconds - repaired.duration.inSeconds) < 0.03)
            #expect(repaired.duration > .seconds(1))
        }
    }

    @Test("A film whose last cluster is torn is one up to there")
    func torn() throws {
        let part = try makePart("film.part.mkv", .mkv, .h264, .aac)
        let bytes = Array(try Data(contentsOf: URL(filePath: part)))
        let count = try MediaProbe(part, includingPackets: true).packets(ofStream: 0).count
        for missing in [1, 50, 200] {
            let torn = try folder.write(bytes.dropLast(missing), to: "torn-\(missing).part.mkv")
            let repaired = try MovieRepair.repair(torn)
            #expect(try MediaProbe.decodeWarnings(repaired.file) == "")
            #expect(
                try (1...count).contains(MediaProbe(repaired.file, includingPackets: true).packets(ofStream: 0).count))
        }
    }

    @Test("A whole film stays as it is, and with another name it is copied")
    func whole() throws {
        let film = try MovieRepair.repair(makePart("film.part.mkv", .mkv, .h264, .aac)).file
        let bytes = try Data(contentsOf: URL(filePath: film))
        let again = try MovieRepair.repair(film)
        #expect(again.outcome == .alreadyFinished && again.file == film && again.duration > .seconds(1))
        #expect(try Data(contentsOf: URL(filePath: film)) == bytes)
        let copied = try MovieRepair.repair(film, into: folder.file("copy.mkv"))
        #expect(copied.outcome == .alreadyFinished && copied.file == folder.file("copy.mkv"))
        #expect(try folder.contents() == ["copy.mkv", "film.mkv"])
    }

    @Test("A part that got another name is replaced once the film is whole; a copy leaves it as it is")
    func renamed() throws {
        let path = try makePart("odd.mkv", .mkv, .h264, .aac)
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(try MovieRepair.repair(path, into: folder.file("copy.mkv")).outcome == .finished)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try MovieRepair.repair(path).file == path)
        #expect(try folder.contents() == ["copy.mkv", "odd.mkv"])
        #expect(try MediaProbe(path).duration != nil)
    }

    @Test("What is no film is left alone")
    func others() throws {
        let path = try folder.write(Array("no film".utf8), to: "film.part.mkv")
        let error = #expect(throws: RepairError.self) { try MovieRepair.repair(path) }
        #expect(error?.description == "\(path): it is no Matroska file, or its beginning is missing")
        #expect(try folder.contents() == ["film.part.mkv"])
    }

    /// What a recorder leaves that was killed after two flushes.
    private func makePart(
        _ name: String,
        _ container: ContainerFormat,
        _ video: VideoCodec,
        _ audio: AudioCodec
    ) throws -> String {
        let size = PixelSize(width: 64, height: 48)
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let codecs = SystemCodecs()
        let pictures = try codecs.makeVideoEncoder(VideoEncoderSettings(codec: video, displaySize: size))
        let sound = try codecs.makeAudioEncoder(AudioEncoderSettings(codec: audio, format: format))
        let tracks = [
            MuxerTrack(description: pictures.track, name: "Screen", isEnabled: true),
            MuxerTrack(description: sound.track, name: "Mix", isEnabled: true),
        ]
        let storage = MemoryStorage()
        let muxer = try codecs.makeMuxer(
            container, tracks: tracks, metadata: MovieMetadata(), storage: storage, subject: name)
        for number in 0..<50 {
            let time = MediaTime(nanoseconds: Int64(number) * 40_000_000)
            let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
            let frame = VideoFrame(
                pixelBuffer: buffer, time: time, sequenceNumber: UInt64(number), damage: .everything)
            for packet in try pictures.encode(frame) { try muxer.write(timed(packet, 0, pictures.track)) }
            let silence = AudioBuffer(silence: 1_920, format: format, time: time)
            for packet in try sound.encode(silence) { try muxer.write(timed(packet, 1, sound.track)) }
            if number % 20 == 19 { try muxer.flush() }
        }
        return try folder.write(storage.bytes, to: name)
    }

    private func timed(_ packet: EncodedPacket, _ track: Int, _ description: TrackDescription) -> TimedPacket {
        let ticks = description.timeBase.ticks(in: packet.presentationTime - .zero)
        return TimedPacket(
            track: track,
            data: packet.data,
            presentationTicks: ticks,
            decodeTicks: ticks,
            durationTicks: description.timeBase.ticks(in: packet.duration),
            isKeyframe: packet.isKeyframe
        )
    }
}
