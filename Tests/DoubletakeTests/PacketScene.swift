import DoubletakeMedia
import DoubletakeWriting

@testable import Doubletake

/// Real packets of a small film, five pictures a second and silence, as they come out of the encoders.
final class PacketScene {
    static let size = PixelSize(width: 64, height: 64)
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    static let start = MediaTime(nanoseconds: 1_000_000_000_000)
    private static let interval = Duration.milliseconds(200)

    /// A packet of the track of pictures, 0, or of sound, 1.
    typealias Packet = (track: Int, packet: EncodedPacket)

    let video: any VideoEncoder
    private let audio: any AudioEncoder
    private var frameCount = 0

    init() throws {
        video = try SystemCodecs().makeVideoEncoder(VideoEncoderSettings(displaySize: Self.size))
        audio = try SystemCodecs().makeAudioEncoder(AudioEncoderSettings(format: Self.format))
    }

    var tracks: [TrackDescription] {
        [video.track, audio.track]
    }

    /// The packets up to `end`, counted from the film's beginning, from where they were made last.
    func packets(until end: Duration) throws -> [Packet] {
        var packets: [Packet] = []
        while Self.interval * frameCount < end {
            let time = Self.start + Self.interval * frameCount
            let frame = VideoFrame(
                pixelBuffer: PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited),
                time: time,
                sequenceNumber: UInt64(frameCount),
                damage: .everything
            )
            packets += try video.encode(frame).map { (0, $0) }
            let samples = [Float](repeating: 0, count: Self.format.sampleCount(in: Self.interval))
            packets += try audio.encode(AudioBuffer(format: Self.format, time: time, samples: samples)).map { (1, $0) }
            frameCount += 1
        }
        return packets
    }
}
