import DoubletakeMedia
import Testing

@testable import DoubletakeReading

@Suite struct AssetReaderTests {
    /// A file with two runs of sound.
    private final class FakeFile: Demuxer, DemuxerProvider {
        let markers = [Marker(time: .zero + .seconds(1), name: "Sign-in")]
        let tracks = [
            ReadTrack(
                media: .audio(format),
                codecName: "pcm",
                name: "Mix",
                isEnabled: true,
                duration: .milliseconds(20)
            )
        ]
        private let samples: BoundedQueue<AudioBuffer>

        static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

        init() {
            samples = BoundedQueue(capacity: 2, whenFull: .refuse, clock: MonotonicClock())
            for start in [0, 480] {
                let time = MediaTime.zero + Self.format.duration(ofSamples: start)
                _ = samples.push(AudioBuffer(silence: 480, format: Self.format, time: time))
            }
            samples.finish()
        }

        func openDemuxer(path: String) throws(ReaderError) -> any Demuxer {
            guard path == "film.fake" else { throw .cannotOpen(path: path, reason: "it isn't there") }
            return self
        }

        func nextPacket() throws(ReaderError) -> ReadPacket? {
            nil
        }

        func nextSample() throws(ReaderError) -> ReadSample? {
            if case .element(let buffer) = samples.pop() { .audio(track: 0, buffer) } else { nil }
        }
    }

    @Test("A reader has the file's tracks, and gives its samples in order until there are no more")
    func reads() throws {
        let reader = try AssetReader(path: "film.fake", demuxers: FakeFile())
        #expect(reader.tracks.map(\.name) == ["Mix"])
        #expect(reader.markers == [Marker(time: .zero + .seconds(1), name: "Sign-in")])
        var times: [MediaTime] = []
        while let sample = try reader.next() {
            if case .audio(0, let buffer) = sample { times.append(buffer.time) }
        }
        #expect(times == [.zero, .zero + .milliseconds(10)])
        #expect(try reader.next().map { _ in true } == nil)
    }

    @Test("A file that can't be opened is an error that names it")
    func cannotOpen() {
        #expect(throws: ReaderError.cannotOpen(path: "none.fake", reason: "it isn't there")) {
            try AssetReader(path: "none.fake", demuxers: FakeFile())
        }
    }
}
