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

    /// Pictures 40 ms apart and a chirp of that length, in the order of their times.
    func film(seconds: Int) throws -> (tracks: [MuxerTrack], packets: [TimedPacket]) {
        let times = (0..<25 * seconds).map { MediaTime(nanoseconds: Int64($0) * 40_000_000) }
        let pictures = try Film.pictures(times, video)
        let sound = try Film.sound(Self.format.sampleRate * seconds, audio, format: Self.format)
        let tracks = [
            MuxerTrack(description: pictures.0, name: "Screen", isEnabled: true),
            MuxerTrack(description: sound.0, name: "Mix", isEnabled: true),
        ]
        return (tracks, Film.interleaved([pictures, sound]))
    }
}
