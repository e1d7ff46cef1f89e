import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeReading

@Suite struct MediaInspectorTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private static let size = PixelSize(width: 16, height: 16)

    /// A film of pictures (track 0) and sound (track 1): two seconds of each, unless a test says otherwise.
    private struct Film: DemuxerProvider {
        var tracks = [
            ReadTrack(
                media: .video(displaySize: size, color: .bt709Limited),
                statedMedia: .video(displaySize: size, color: .bt709Limited),
                codecName: "h264", name: nil, isEnabled: true, duration: .seconds(2)
            ),
            ReadTrack(
                media: .audio(format), statedMedia: .audio(format),
                codecName: "aac", name: "Mix", isEnabled: true, duration: .seconds(2)
            ),
        ]
        /// When each picture is shown, in milliseconds, and how bright it is.
        var pictures: [(time: Int64, luma: UInt8)] = (0..<20).map { ($0 * 100, 90) }
        /// How loud each tenth of a second is.
        var levels: [Float] = Array(repeating: 0.5, count: 20)
        var pictureFormat = (size: size, color: ColorDescription.bt709Limited)
        var soundFormat = format
        var decodingFailsAt: Int?
        var lostPictureCount = 0

        func openDemuxer(path: String) throws(ReaderError) -> any Demuxer { Reading(self) }
    }

    private final class Reading: Demuxer {
        let tracks: [ReadTrack]
        let markers: [Marker] = []
        private let packets: ConditionLock<[ReadPacket]>
        private let samples: ConditionLock<[ReadSample]>
        private let failsAt: Int

        init(_ film: Film) {
            tracks = film.tracks
            let pictures = film.pictures.map { picture in
                ReadPacket(
                    track: 0,
                    presentationTime: .zero + .milliseconds(picture.time),
                    decodeTime: .zero + .milliseconds(picture.time),
                    duration: .milliseconds(100)
                )
            }
            let sounds = film.levels.indices.map { index in
                ReadPacket(
                    track: 1,
                    presentationTime: .zero + .milliseconds(100 * index),
                    decodeTime: nil,
                    duration: .milliseconds(100)
                )
            }
            packets = ConditionLock(Array((pictures + sounds).reversed()))
            let frames = film.pictures.dropLast(film.lostPictureCount).enumerated().map { number, picture in
                let buffer = PixelBuffer(
                    format: .i420, displaySize: film.pictureFormat.size, color: film.pictureFormat.color)
                buffer.withMutableBytes(ofPlane: 0) { span in
                    for offset in 0..<span.byteCount {
                        span.storeBytes(of: picture.luma, toByteOffset: offset, as: UInt8.self)
                    }
                }
                return ReadSample.video(
                    track: 0,
                    VideoFrame(
                        pixelBuffer: buffer,
                        time: .zero + .milliseconds(picture.time),
                        sequenceNumber: UInt64(number),
                        damage: .everything
                    )
                )
            }
            let buffers = film.levels.enumerated().map { index, level in
                let count = film.soundFormat.sampleRate / 10 * film.soundFormat.channelCount
                return ReadSample.audio(
                    track: 1,
                    AudioBuffer(
                        format: film.soundFormat,
                        time: .zero + .milliseconds(100 * index),
                        samples: Array(repeating: level, count: count)
                    )
                )
            }
            samples = ConditionLock(Array((frames + buffers).reversed()))
            failsAt = film.decodingFailsAt.map { frames.count + buffers.count - $0 } ?? -1
        }

        func nextPacket() throws(ReaderError) -> ReadPacket? {
            packets.withLock { $0.popLast() }
        }

        func nextSample() throws(ReaderError) -> ReadSample? {
            try samples.withLock { samples throws(ReaderError) in
                if samples.count == failsAt { throw .cannotDecode(path: "film", reason: "Invalid data") }
                return samples.popLast()
            }
        }
    }

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        // A file whose boxes are nobody's business here.
        path = try folder.write(Array("a film of another kind".utf8), to: "film")
    }

    private func faults(_ change: (inout Film) -> Void = { _ in }) -> [MediaFault] {
        var film = Film()
        change(&film)
        return MediaInspector(demuxers: film).inspect(path).faults
    }

    @Test("A sound film has no faults, and its pictures and samples are counted")
    func sound() {
        let inspection = MediaInspector(demuxers: Film()).inspect(path)
        #expect(inspection.faults == [])
        #expect(inspection.duration == .seconds(2))
        #expect(inspection.tracks.map(\.packetCount) == [20, 20])
        #expect(inspection.tracks.map(\.decodedCount) == [20, 96_000])
    }

    @Test("Times that are equal or go back are found, and said once")
    func times() {
        let found = faults { $0.pictures[5].time = 400 }
        #expect(found == [.timesDontIncrease(0, first: .milliseconds(400), count: 1)])
    }

    @Test("Tracks that end further apart than half a tenth of a second are found", arguments: [1, 2])
    func lengths(missing: Int) {
        let found = faults { $0.levels.removeLast(missing) }
        let end = Duration.milliseconds(2_000 - 100 * missing)
        #expect(found == [.lengthsDiffer(shortest: 1, end, longest: 0, .seconds(2))])
    }

    @Test("A track without anything in it is found, and so is a film without tracks")
    func empty() {
        #expect(faults { $0.levels = [] } == [.emptyTrack(1)])
        #expect(faults { ($0.tracks, $0.pictures, $0.levels) = ([], [], []) } == [.noTracks])
    }

    @Test("What can't be decoded is found, and so is a picture that doesn't come out")
    func decoding() {
        #expect(faults { $0.decodingFailsAt = 7 } == [.undecodable(reason: "Invalid data")])
        #expect(
            faults { $0.lostPictureCount = 1 } == [.pictureCountDiffers(0, packetCount: 20, pictureCount: 19)])
    }

    @Test("A black first picture is found, with the time at which something can be seen")
    func black() {
        #expect(faults { $0.pictures[0].luma = 16 } == [.blackBeginning(0, until: .milliseconds(100))])
        #expect(
            faults { film in
                for index in film.pictures.indices { film.pictures[index].luma = 20 }
            } == [.blackBeginning(0, until: nil)])
        #expect(faults { $0.pictures[3].luma = 16 } == [])
    }

    @Test("A silent beginning is found when it is longer than a second and players play the track")
    func silence() {
        func silent(_ count: Int) -> (inout Film) -> Void {
            { film in for index in 0..<count { film.levels[index] = 0 } }
        }
        #expect(faults(silent(10)) == [])
        #expect(faults(silent(11)) == [.silentBeginning(1, until: .milliseconds(1_100))])
        #expect(faults(silent(20)) == [.silentBeginning(1, until: nil)])
        #expect(
            faults { film in
                silent(20)(&film)
                film.tracks[1] = ReadTrack(
                    media: .audio(Self.format), codecName: "aac", name: nil, isEnabled: false, duration: .zero)
            } == [])
    }

    @Test("What the container says and the data are not is found: size, colours, rate")
    func tags() {
        let other = PixelSize(width: 32, height: 16)
        #expect(
            faults { $0.pictureFormat.size = other } == [.sizeDiffers(0, stated: Self.size, actual: other)])
        let color = ColorDescription(primaries: 5, transfer: 6, matrix: 5, range: .limited)
        #expect(
            faults { $0.pictureFormat.color = color }
                == [.colorDiffers(0, stated: .bt709Limited, actual: color)])
        let silentOnColor = ColorDescription(primaries: 2, transfer: 2, matrix: 2, range: .full)
        #expect(faults { $0.pictureFormat.color = silentOnColor } == [])
        let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2)
        #expect(
            faults { $0.soundFormat = stereo } == [.soundDiffers(1, stated: Self.format, actual: stereo)])
    }

    @Test("A file in fragments is unfinished, and one that is cut off has damaged boxes")
    func boxes() throws {
        let fragmented = try folder.write(FragmentedFilm.bytes(), to: "film.mp4")
        #expect(MediaInspector(demuxers: Film()).inspect(fragmented).faults == [.unfinished])
        let cut = try folder.write(Array("\0\0\0\u{10}ftypisom\0\0\0\0\0\0".utf8), to: "cut.mp4")
        let faults = MediaInspector(demuxers: Film()).inspect(cut).faults
        guard case .damagedBoxes = faults.first else {
            Issue.record("\(faults)")
            return
        }
    }
}
