import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeWriting

/// A film of many hours in fragments of a second, made of packets that nobody encoded: 1080p at 30 pictures a second and
/// two tracks of sound.
///
/// A packet has few bytes: what finishing costs depends on how many there are.
enum LongFilm {
    private static let pictureByteCount = 40
    private static let soundByteCount = 8
    private static let sampleRate = 48_000

    /// Writes a film of so many seconds.
    ///
    /// - Returns: how many packets it has.
    static func write(_ seconds: Int, to storage: any ByteStorage) throws(WriterError) -> Int {
        let sound = TrackDescription(
            media: .audio(
                .aac,
                format: AudioFormat(sampleRate: sampleRate, channelCount: 2),
                bitRate: 128_000,
                primingSampleCount: 1_024
            ),
            // AAC LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1).
            codecConfiguration: [0x11, 0x90],
            timeBase: TimeBase(ticksPerSecond: Int64(sampleRate))
        )
        let size = PixelSize(width: 1920, height: 1080)
        let video = TrackDescription(
            media: .video(.h264, codedSize: size, displaySize: size, color: .bt709Limited),
            // An AVC configuration without parameter sets (ISO/IEC 14496-15, 5.3.3.1): nobody decodes this.
            codecConfiguration: [1, 100, 0, 40, 0xFF, 0xE0, 0],
            timeBase: .video
        )
        let muxer = try LibAVMuxer(
            container: .mp4,
            tracks: [video, sound, sound].map { MuxerTrack(description: $0, name: nil, isEnabled: true) },
            storage: storage,
            subject: "film"
        )
        var packetCount = 0
        var soundTicks: Int64 = -1_024
        for second in 0..<Int64(seconds) {
            for picture in 0..<30 as Range<Int64> {
                let ticks = second * 90_000 + picture * 3_000
                try muxer.write(packet(0, pictureByteCount + Int(picture) % 7, ticks, 3_000, picture == 0))
                packetCount += 1
            }
            while soundTicks < (second + 1) * Int64(sampleRate) {
                for track in 1...2 {
                    try muxer.write(
                        packet(track, soundByteCount + Int(soundTicks / 1_024) % 5, soundTicks, 1_024, true))
                    packetCount += 1
                }
                soundTicks += 1_024
            }
            try muxer.flush()
        }
        return packetCount
    }

    private static func packet(
        _ track: Int,
        _ byteCount: Int,
        _ ticks: Int64,
        _ duration: Int64,
        _ isKeyframe: Bool
    ) -> TimedPacket {
        TimedPacket(
            track: track,
            data: [UInt8](repeating: 1, count: byteCount),
            presentationTicks: ticks,
            decodeTicks: ticks,
            durationTicks: duration,
            isKeyframe: isKeyframe
        )
    }
}
