import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import DoubletakeX264

/// Packets for a muxer, as a writer would hand them over.
enum Film {
    /// Encodes sound; the film begins with its first sample.
    static func sound(
        _ sampleCount: Int,
        _ codec: AudioCodec = .aac,
        format: AudioFormat
    ) throws -> (TrackDescription, [EncodedPacket]) {
        let encoder = try LibAVAudioEncoder(AudioEncoderSettings(codec: codec, format: format))
        var packets: [EncodedPacket] = []
        for buffer in Chirp.buffers(sampleCount, each: 480, format: format) { packets += try encoder.encode(buffer) }
        packets += try encoder.finish()
        return (encoder.track, packets)
    }

    /// Encodes pictures without loss at the given times; each is of one brightness, which counts them.
    static func pictures(
        _ times: [MediaTime],
        _ codec: VideoCodec = .h264,
        size: PixelSize = PixelSize(width: 64, height: 48)
    ) throws -> (TrackDescription, [EncodedPacket]) {
        let encoder = try encoder(
            VideoEncoderSettings(codec: codec, displaySize: size, frameRate: FrameRate(25), quality: .lossless)
        )
        let packets = try times.enumerated().flatMap { number, time in
            try encoder.encode(
                VideoFrame(
                    pixelBuffer: picture(number, size: size),
                    time: time,
                    sequenceNumber: UInt64(number),
                    damage: .everything
                )
            )
        }
        return (encoder.track, packets + (try encoder.finish()))
    }

    /// The encoder of a codec that needs no hardware.
    static func encoder(_ settings: VideoEncoderSettings) throws -> any VideoEncoder {
        settings.codec == .h264
            ? try X264Encoder(settings) : try LibAVVideoEncoder(settings, settings.codec.softwareEncoder)
    }

    /// The luma of the picture with that number.
    static func luma(_ number: Int) -> UInt8 {
        UInt8(16 + number * 3 % 200)
    }

    private static func picture(_ number: Int, size: PixelSize) -> PixelBuffer {
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        for plane in 0..<3 {
            buffer.withMutableBytes(ofPlane: plane) { span in
                for index in 0..<span.byteCount {
                    span.storeBytes(of: plane == 0 ? luma(number) : 128, toByteOffset: index, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    /// A packet in the ticks of its track, counted from `start`.
    static func timed(
        _ packet: EncodedPacket,
        track: Int,
        _ description: TrackDescription,
        start: MediaTime = .zero
    ) -> TimedPacket {
        let timeBase = description.timeBase
        return TimedPacket(
            track: track,
            data: packet.data,
            presentationTicks: timeBase.ticks(in: packet.presentationTime - start),
            decodeTicks: timeBase.ticks(in: packet.decodeTime - start),
            durationTicks: timeBase.ticks(in: packet.duration),
            isKeyframe: packet.isKeyframe
        )
    }

    /// A muxer for these tracks, of which each is enabled and none has a name.
    static func muxer(
        _ tracks: TrackDescription...,
        container: ContainerFormat = .mp4,
        storage: MemoryStorage
    ) throws -> any Muxer {
        try LibAVMuxerProvider.makeMuxer(
            container,
            tracks: tracks.map { MuxerTrack(description: $0, name: nil, isEnabled: true) },
            storage: storage,
            subject: "film"
        )
    }

    /// All packets of all tracks in the order of their times.
    static func interleaved(_ tracks: [(TrackDescription, [EncodedPacket])]) -> [TimedPacket] {
        tracks.enumerated()
            .flatMap { number, track in track.1.map { (time: $0.decodeTime, packet: timed($0, track: number, track.0)) }
            }
            .sorted { $0.time < $1.time }
            .map(\.packet)
    }

    /// Lets the `ffmpeg` program make a film.
    static func make(_ path: String, _ arguments: [String]) throws {
        _ = try ProcessRun.succeed(["ffmpeg", "-v", "error", "-nostdin"] + arguments + [path])
    }

    /// What a demuxer makes of a file.
    static func read(_ path: String) throws -> (tracks: [ReadTrack], samples: [ReadSample]) {
        let demuxer = try LibAVDemuxerProvider().openDemuxer(path: path)
        var samples: [ReadSample] = []
        while let sample = try demuxer.nextSample() { samples.append(sample) }
        return (demuxer.tracks, samples)
    }
}

extension [ReadSample] {
    /// The buffers of a track of sound.
    func audio(_ track: Int) -> [AudioBuffer] {
        compactMap { if case .audio(track, let buffer) = $0 { buffer } else { nil } }
    }

    /// The pictures of a track.
    func video(_ track: Int) -> [VideoFrame] {
        compactMap { if case .video(track, let frame) = $0 { frame } else { nil } }
    }
}
