import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What is appended at which time, and where it is in the file.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterTimesTests {
    @Test("Of the pictures before the start, the newest is shown at 0")
    func earlyPictures() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        for (number, time) in [-300, -100, 40, 80].enumerated() {
            #expect(try input.append(Sample.picture(number, at: .milliseconds(time))))
        }
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.packets.map(\.presentationTicks) == [0, 3_600, 7_200])
        #expect(input.droppedFrameCount == 0)
    }

    @Test("When only pictures before the start came, the newest is the film")
    func onlyEarlyPictures() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        for number in 0..<3 { #expect(try input.append(Sample.picture(number, at: .milliseconds(number - 10)))) }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
        #expect(scene.codecs.muxed.packets.map(\.presentationTicks) == [0])
    }

    @Test("Sound from before the start is cut off to the sample")
    func earlySound() async throws {
        let scene = WriterScene()
        let input = Sample.audioInput()
        try scene.begin(input)
        for index in 0..<3 {
            let time = Sample.format.duration(ofSamples: 960 * index - 1_000)
            #expect(try input.append(Sample.sound(at: time, count: 960)))
        }
        await scene.writer.finishWriting()
        let packets = scene.codecs.muxed.packets
        #expect(packets.map(\.presentationTicks) == [0, 920])
        #expect(packets.map(\.durationTicks) == [920, 960])
    }

    @Test("A picture that isn't later than the one before is dropped and counted")
    func equalTimes() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        for (number, time) in [0, 40, 40, 30, 80].enumerated() {
            #expect(try input.append(Sample.picture(number, at: .milliseconds(time))))
        }
        #expect(input.droppedFrameCount == 2)
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.packets.map(\.presentationTicks) == [0, 3_600, 7_200])
        #expect(input.droppedFrameCount == 2)
    }

    @Test("A sound track that begins late begins with silence, so that it stays in step")
    func lateTrack() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.picture(at: .zero)))
        #expect(try audio.append(Sample.sound(at: .milliseconds(2_500), count: 960)))
        await scene.writer.finishWriting()
        let packets = scene.packets(ofTrack: 1)
        let length = packets.reduce(0) { $0 + $1.durationTicks }
        #expect(packets.first?.presentationTicks == 0 && length == 120_960)
        #expect(packets.last?.presentationTicks == 120_000)
    }

    @Test("Packets that are encoded already keep their bytes and times, also those before the start")
    func passedThrough() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        let priming = Sample.format.duration(ofSamples: -1_024)
        #expect(try audio.append(Sample.packet(.audio, at: priming, data: [1, 2])))
        #expect(try audio.append(Sample.packet(.audio, at: .zero, data: [3])))
        #expect(try video.append(Sample.packet(.video, at: .zero, shownAfter: .milliseconds(100), data: [4])))
        #expect(try video.append(Sample.packet(.video, at: .milliseconds(10), data: [5])))
        await scene.writer.finishWriting()
        #expect(scene.packets(ofTrack: 1).map(\.presentationTicks) == [-1_024, 0])
        #expect(scene.packets(ofTrack: 1).map(\.data) == [[1, 2], [3]])
        #expect(scene.packets(ofTrack: 0).map(\.presentationTicks) == [9_000, 900])
        #expect(scene.packets(ofTrack: 0).map(\.decodeTicks) == [0, 900])
        #expect(scene.codecs.muxed.packets.map(\.data) == [[1, 2], [4], [3], [5]])
    }

    @Test("The tracks' packets are in the order of their decode times")
    func interleaved() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio)
        for index in 0..<30 { #expect(try audio.append(Sample.sound(at: .milliseconds(20 * index), count: 960))) }
        for index in 0..<18 { #expect(try video.append(Sample.picture(index, at: .milliseconds(33 * index)))) }
        await scene.writer.finishWriting()
        let packets = scene.codecs.muxed.packets
        #expect(packets.count == 48)
        let seconds = packets.map { Double($0.decodeTicks) / ($0.track == 0 ? 90_000 : 48_000) }
        #expect(seconds == seconds.sorted())
    }
}
