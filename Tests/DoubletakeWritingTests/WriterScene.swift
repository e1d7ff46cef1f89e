import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting

/// A writer on a clock that stands still, with codecs and a file that are only in memory.
struct WriterScene {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let codecs: FakeCodecs
    let writer: AssetWriter

    /// - Parameters:
    ///   - path: a file that is really made; nil for one in memory.
    ///   - encoding: how the encoders behave.
    init(path: String? = nil, container: ContainerFormat = .fake, encoding: FakeEncoding = FakeEncoding()) {
        codecs = FakeCodecs(clock: clock, encoding: encoding)
        if let path {
            writer = AssetWriter(path: path, container: container, codecs: codecs, clock: clock)
        } else {
            writer = AssetWriter(path: "/dev/null/film.fake", container: container, codecs: codecs, clock: clock) {
                [storage] _ throws(SystemCallError) in storage
            }
        }
    }

    /// When the sessions start: where the clock stands at first.
    static let start = MediaTime(nanoseconds: 1_000_000_000_000)

    /// Adds the inputs and starts a session.
    func begin(_ inputs: AssetWriterInput...) throws {
        for input in inputs { try writer.add(input) }
        guard writer.startWriting() else { throw writer.error ?? .nothingWritten(path: writer.path) }
        try writer.startSession(atSourceTime: Self.start)
    }

    /// What reached the muxer for a track.
    func packets(ofTrack track: Int) -> [TimedPacket] {
        codecs.muxed.packets.filter { $0.track == track }
    }
}

/// Inputs and what is appended to them, with times that are counted from the session's start.
enum Sample {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    static let size = PixelSize(width: 2, height: 2)

    static func videoInput(isRealTime: Bool = false) -> AssetWriterInput {
        let settings = VideoEncoderSettings(displaySize: size)
        return AssetWriterInput(video: settings, expectsMediaDataInRealTime: isRealTime)
    }

    static func audioInput() -> AssetWriterInput {
        AssetWriterInput(audio: AudioEncoderSettings(format: format))
    }

    static func videoPackets() -> AssetWriterInput {
        let media = TrackDescription.Media.video(.h264, codedSize: size, displaySize: size, color: .bt709Limited)
        return AssetWriterInput(packets: TrackDescription(media: media, codecConfiguration: [], timeBase: .video))
    }

    static func audioPackets() -> AssetWriterInput {
        let media = TrackDescription.Media.audio(.aac, format: format, bitRate: 128_000, primingSampleCount: 0)
        return AssetWriterInput(
            packets: TrackDescription(media: media, codecConfiguration: [], timeBase: format.timeBase)
        )
    }

    static func frame(_ number: Int = 0, at time: Duration, damage: Damage = .everything) -> VideoFrame {
        VideoFrame(
            pixelBuffer: PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited),
            time: WriterScene.start + time,
            sequenceNumber: UInt64(number),
            damage: damage
        )
    }

    static func picture(_ number: Int = 0, at time: Duration) -> SampleBuffer {
        SampleBuffer(frame(number, at: time))
    }

    /// Sound whose samples say how many came before them, from `first` on.
    static func audio(at time: Duration, count: Int, first: Int = 1) -> AudioBuffer {
        let samples = (first..<first + count).map { Float($0) }
        return AudioBuffer(format: format, time: WriterScene.start + time, samples: samples)
    }

    static func sound(at time: Duration, count: Int) -> SampleBuffer {
        SampleBuffer(applications: audio(at: time, count: count))
    }

    static func packet(
        _ mediaType: MediaType,
        at time: Duration,
        shownAfter delay: Duration = .zero,
        for duration: Duration = .milliseconds(20),
        data: [UInt8] = [1]
    ) -> EncodedPacket {
        EncodedPacket(
            mediaType: mediaType,
            data: data,
            presentationTime: WriterScene.start + time + delay,
            decodeTime: WriterScene.start + time,
            duration: duration,
            isKeyframe: true
        )
    }
}
