import DoubletakeMedia
import DoubletakeWriting
import Testing

/// A container with a codec of pictures and one of sound that it may hold.
struct FilmRow: Sendable, CustomTestStringConvertible {
    let container: ContainerFormat
    let video: VideoCodec
    let audio: AudioCodec

    var testDescription: String { "\(container.name) \(video.name) \(audio.name)" }

    /// Every container with each of its codecs, as few times as that takes.
    static let all: [FilmRow] = ContainerFormat.all.flatMap { container in
        (0..<max(container.videoCodecs.count, container.audioCodecs.count)).map { number in
            FilmRow(
                container: container,
                video: container.videoCodecs[number % container.videoCodecs.count],
                audio: container.audioCodecs[number % container.audioCodecs.count]
            )
        }
    }

    /// The sound of the film.
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    /// Two seconds: pictures 40 ms apart and a chirp, in the order of their times.
    func film() throws -> (tracks: [MuxerTrack], packets: [TimedPacket]) {
        let pictures = try #require(Self.pictures.get()[video])
        let sound = try #require(Self.sounds.get()[audio])
        let tracks = [
            MuxerTrack(description: pictures.0, name: "Screen", isEnabled: true),
            MuxerTrack(description: sound.0, name: "Mix", isEnabled: true),
        ]
        return (tracks, Film.interleaved([pictures, sound]))
    }

    private typealias Encoded = (TrackDescription, [EncodedPacket])

    private static let times = (0..<50).map { MediaTime(nanoseconds: Int64($0) * 40_000_000) }

    // Encoded once for all tests.
    private static let pictures = Result<[VideoCodec: Encoded], any Error> {
        try Dictionary(uniqueKeysWithValues: VideoCodec.all.map { ($0, try Film.pictures(times, $0)) })
    }

    private static let sounds = Result<[AudioCodec: Encoded], any Error> {
        try Dictionary(
            uniqueKeysWithValues: AudioCodec.all.map {
                ($0, try Film.sound(format.sampleRate * 2, $0, format: format))
            }
        )
    }
}
