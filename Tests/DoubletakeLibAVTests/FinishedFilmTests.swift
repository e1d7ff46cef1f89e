import DoubletakeISOMedia
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct FinishedFilmTests {
    private static let pictureTicks: [Int64] = [0, 1, 3_000, 3_001, 90_000, 90_500, 180_000, 262_000]

    @Test(
        "A film that was written in fragments and finished has every picture and sample at its time, and no more",
        arguments: [44_100, 48_000],
        [ContainerFormat.mp4, .mov]
    )
    func finished(sampleRate: Int, container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let format = AudioFormat(sampleRate: sampleRate, channelCount: 2)
        let sampleCount = sampleRate * 3 - 100
        let storage = try film(format, sampleCount: sampleCount, container: container)
        _ = try MovieFinisher.finish(storage)
        let path = try folder.write(storage.bytes, to: "film.\(container.name)")
        #expect(try MediaProbe(path).streams.map(\.startTime) == [.zero, .zero])
        let film = try Film.read(path)
        let frames = film.samples.video(0)
        #expect(frames.map { TimeBase.video.ticks(in: $0.time - .zero) } == Self.pictureTicks)
        // The last picture lasts as long as the frame rate says: a 25th of a second.
        #expect(film.tracks[0].duration == TimeBase.video.duration(ofTicks: 262_000 + 3_600))

        let buffers = film.samples.audio(1)
        #expect(buffers.first?.time == .zero)
        #expect(buffers.map(\.sampleCount).reduce(0, +) == sampleCount)
        let samples = buffers.flatMap(\.samples)
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        #expect(Chirp.error(of: left, sampleRate: sampleRate) < 0.001)
        let end = MediaTime.zero + format.duration(ofSamples: sampleCount)
        #expect(buffers.last.map { abs($0.endTime.nanoseconds - end.nanoseconds) <= 1 } == true)
        #expect(abs((film.tracks[1].duration - (end - .zero)).wholeNanoseconds) < 100_000)
    }

    private func film(
        _ format: AudioFormat,
        sampleCount: Int,
        container: ContainerFormat
    ) throws -> MemoryStorage {
        let pictures = try Film.pictures(Self.pictureTicks.map { .zero + TimeBase.video.duration(ofTicks: $0) })
        let sound = try Film.sound(sampleCount, format: format)
        let storage = MemoryStorage()
        let muxer = try Film.muxer(pictures.0, sound.0, container: container, storage: storage)
        for (number, packet) in Film.interleaved([pictures, sound]).enumerated() {
            try muxer.write(packet)
            if number % 10 == 9 { try muxer.flush() }
        }
        try muxer.finish()
        return storage
    }
}
