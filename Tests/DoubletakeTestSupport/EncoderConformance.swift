import DoubletakeMedia
package import DoubletakeWriting

/// Checks that an encoder keeps each sentence of the contract of `Encoder`.
///
/// Every conformer's tests run it: `#expect(try VideoEncoderConformance { ... }.violations() == [])`.
package struct VideoEncoderConformance {
    private let codec: VideoCodec
    private let makeEncoder: (VideoEncoderSettings) throws -> any VideoEncoder

    /// Describes an encoder of pictures in I420.
    package init(
        _ codec: VideoCodec = .h264,
        makeEncoder: @escaping (VideoEncoderSettings) throws -> any VideoEncoder
    ) {
        self.codec = codec
        self.makeEncoder = makeEncoder
    }

    /// Encodes pictures that come irregularly, and says what of the contract was broken.
    package func violations() throws -> [String] {
        // In the first there are few pictures in an interval, in the second more than twenty.
        try violations(keyframesEvery: .milliseconds(200), atMostApart: .milliseconds(400))
            + violations(keyframesEvery: .milliseconds(1_050), atMostApart: .milliseconds(1_050))
    }

    private func violations(keyframesEvery interval: Duration, atMostApart longest: Duration) throws -> [String] {
        let settings = VideoEncoderSettings(
            codec: codec,
            displaySize: PixelSize(width: 66, height: 49),
            keyframeInterval: interval
        )
        let encoder = try makeEncoder(settings)
        var violations = self.violations(of: encoder.track, settings)
        let times = Self.times
        var packets: [EncodedPacket] = []
        for (number, time) in times.enumerated() {
            packets += try encoder.encode(frame(UInt64(number), at: time, settings))
        }
        packets += try encoder.finish()
        if packets.map(\.presentationTime) != times { violations.append("a packet for each picture, at its time") }
        violations += PacketOrder.violations(packets, of: .video)
        let keyframes = packets.filter(\.isKeyframe).map(\.presentationTime)
        if keyframes.first != times.first { violations.append("decoding can begin at the first picture") }
        let gaps = zip(keyframes, keyframes.dropFirst() + [times[times.count - 1]]).map { $1 - $0 }
        if gaps.contains(where: { $0 > longest + .milliseconds(70) }) {
            violations.append("a keyframe at the first picture after each keyframe interval of \(interval)")
        }
        return violations
    }

    /// Irregular times up to 70 ms apart, off every grid.
    private static let times: [MediaTime] = {
        var generator = SeededGenerator(seed: 1)
        var time = MediaTime(nanoseconds: 3_000_000_007)
        return (0..<30).map { _ in
            defer { time = time + .nanoseconds(Int64.random(in: 17_000_001...70_000_000, using: &generator)) }
            return time
        }
    }()

    private func violations(of track: TrackDescription, _ settings: VideoEncoderSettings) -> [String] {
        guard case .video(let codec, let codedSize, let displaySize, let color) = track.media else {
            return ["a track of pictures"]
        }
        let isRight =
            codec == settings.codec && displaySize == settings.displaySize && color == settings.color
            && codedSize == settings.displaySize.roundedUpToEven
        return isRight ? [] : ["the track says codec, sizes and colours before the first input"]
    }

    private func frame(_ number: UInt64, at time: MediaTime, _ settings: VideoEncoderSettings) -> VideoFrame {
        let buffer = PixelBuffer(format: .i420, displaySize: settings.displaySize, color: settings.color)
        return VideoFrame(pixelBuffer: buffer, time: time, sequenceNumber: number, damage: .everything)
    }
}

/// Checks that an encoder of sound keeps each sentence of the contract of `Encoder`.
package struct AudioEncoderConformance {
    private let codec: AudioCodec
    private let makeEncoder: (AudioEncoderSettings) throws -> any AudioEncoder

    /// Describes an encoder of sound.
    package init(
        _ codec: AudioCodec = .aac,
        makeEncoder: @escaping (AudioEncoderSettings) throws -> any AudioEncoder
    ) {
        self.codec = codec
        self.makeEncoder = makeEncoder
    }

    /// Encodes buffers of odd lengths in several formats of those that the codec can hold, and says what of the contract was broken.
    package func violations() throws -> [String] {
        var violations: [String] = []
        for format in [
            AudioFormat(sampleRate: 44_100, channelCount: 1), AudioFormat(sampleRate: 48_000, channelCount: 2),
        ] where codec.sampleRates.contains(format.sampleRate) {
            violations += try self.violations(format).map { "\($0) (\(format.sampleRate) Hz)" }
        }
        return violations
    }

    private func violations(_ format: AudioFormat) throws -> [String] {
        let encoder = try makeEncoder(AudioEncoderSettings(codec: codec, format: format))
        guard case .audio(_, format, _, let primingSampleCount) = encoder.track.media else {
            return ["the track says the format before the first input"]
        }
        let start = MediaTime(nanoseconds: 5_000_000_011)
        var position = 0
        var packets: [EncodedPacket] = []
        for count in [1, 479, 1_024, 2_049, 7, 4_800, 333] {
            let time = start + format.duration(ofSamples: position)
            packets += try encoder.encode(AudioBuffer(silence: count, format: format, time: time))
            position += count
        }
        packets += try encoder.finish()
        var violations = PacketOrder.violations(packets, of: .audio)
        let first = start - format.duration(ofSamples: primingSampleCount)
        if packets.first?.presentationTime != first { violations.append("the run-up lies before the first sample") }
        let end = packets.last.map { $0.presentationTime + $0.duration } ?? first
        let sampleCount = format.timeBase.ticks(in: end - start)
        if Int(sampleCount) != position { violations.append("the track ends with the last sample") }
        for (packet, next) in zip(packets, packets.dropFirst()) {
            let end = packet.presentationTime + packet.duration
            if abs((next.presentationTime - end).wholeNanoseconds) > 1 {
                violations.append("packets follow each other without a gap")
                break
            }
        }
        return violations
    }
}

/// What every encoder's packets have in common.
private enum PacketOrder {
    static func violations(_ packets: [EncodedPacket], of mediaType: MediaType) -> [String] {
        var violations: [String] = []
        if packets.contains(where: { $0.mediaType != mediaType }) { violations.append("packets of the track's media") }
        if packets.contains(where: { $0.data.isEmpty }) { violations.append("packets with data") }
        if packets.contains(where: { $0.duration <= .zero }) { violations.append("packets that last") }
        if packets.contains(where: { $0.decodeTime > $0.presentationTime }) {
            violations.append("packets are decoded before they are shown")
        }
        if zip(packets, packets.dropFirst()).contains(where: { $0.decodeTime >= $1.decodeTime }) {
            violations.append("packets come in decode order")
        }
        return violations
    }
}
