import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct LibAVAudioEncoderTests {
    private static let formats = [
        AudioFormat(sampleRate: 44_100, channelCount: 2), AudioFormat(sampleRate: 48_000, channelCount: 1),
        AudioFormat(sampleRate: 8_000, channelCount: 6),
    ]

    @Test("The track has the AudioSpecificConfig, the run-up and a tick for each sample", arguments: formats)
    func track(format: AudioFormat) throws {
        let track = try LibAVAudioEncoder(AudioEncoderSettings(format: format)).track
        guard case .audio(let codec, let trackFormat, let bitRate, let priming) = track.media else {
            Issue.record("the track is not one of sound")
            return
        }
        #expect(codec == .aac)
        #expect(trackFormat == format)
        #expect(bitRate == 128_000)
        #expect(priming == 1_024)
        #expect(track.timeBase == format.timeBase)
        // Five bits: AAC with low complexity is object type 2 (ISO/IEC 14496-3, 1.6.2.1).
        #expect(track.codecConfiguration.first.map { $0 >> 3 } == 2)
    }

    @Test(
        "The packets last exactly as long as the sound and the run-up before it",
        arguments: [1, 1_000, 1_024, 1_025, 2_048, 44_100],
        formats
    )
    func durations(sampleCount: Int, format: AudioFormat) throws {
        let (track, packets) = try Film.sound(sampleCount, format: format)
        let ticks = packets.map { track.timeBase.ticks(in: $0.duration) }
        #expect(ticks.reduce(0, +) == Int64(1_024 + sampleCount))
        #expect(ticks.dropLast().allSatisfy { $0 == 1_024 })
        let last = try #require(packets.last)
        #expect(format.sampleCount(in: last.presentationTime - .zero + last.duration) == sampleCount)
    }

    @Test("Each packet's time is computed from the first buffer's time and the count of samples", arguments: formats)
    func times(format: AudioFormat) throws {
        let start = MediaTime(nanoseconds: 123_456_789_123)
        let encoder = try LibAVAudioEncoder(AudioEncoderSettings(format: format))
        var packets: [EncodedPacket] = []
        for buffer in Chirp.buffers(20 * 1_024, each: 441, format: format, start: start) {
            packets += try encoder.encode(buffer)
        }
        packets += try encoder.finish()
        #expect(packets.count == 21)
        for (number, packet) in packets.enumerated() {
            #expect(packet.presentationTime == start + format.duration(ofSamples: (number - 1) * 1_024))
            #expect(packet.decodeTime == packet.presentationTime)
            #expect(packet.isKeyframe && packet.mediaType == .audio)
        }
    }

    @Test("The length of the buffers makes no difference")
    func bufferLengths() throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        let streams = try [1, 480, 5_000].map { length in
            let encoder = try LibAVAudioEncoder(AudioEncoderSettings(format: format))
            var packets: [EncodedPacket] = []
            for buffer in Chirp.buffers(5_000, each: length, format: format) { packets += try encoder.encode(buffer) }
            return try (packets + encoder.finish()).map(\.data)
        }
        #expect(streams[0] == streams[1])
        #expect(streams[1] == streams[2])
    }

    @Test("Without sound there is no packet")
    func nothing() throws {
        let encoder = try LibAVAudioEncoder(
            AudioEncoderSettings(format: AudioFormat(sampleRate: 48_000, channelCount: 2))
        )
        #expect(try encoder.finish().isEmpty)
    }

    @Test("A sample that is no number doesn't end the recording")
    func notANumber() throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let encoder = try LibAVAudioEncoder(AudioEncoderSettings(format: format))
        var samples = [Float](repeating: 0, count: 4_096)
        samples[100] = .nan
        samples[2_000] = .infinity
        let packets = try encoder.encode(AudioBuffer(format: format, time: .zero, samples: samples))
        #expect(try (packets + encoder.finish()).count == 5)
    }

    @Test(
        "A setting that can't be had is refused when the encoder is made, with help",
        arguments: [
            (22_000, 2, 128_000, "aac: sound at 22000 Hz can't be encoded"),
            (48_000, 2, 0, "aac: 0 bits a second are no bit rate"),
            (
                48_000, 32, 128_000,
                "aac: 32 channels at 48000 Hz and 128000 bits a second can't be encoded: Invalid argument"
            ),
        ]
    )
    func refused(sampleRate: Int, channelCount: Int, bitRate: Int, description: String) {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
        let error = #expect(throws: WriterError.self) {
            try LibAVAudioEncoder(AudioEncoderSettings(format: format, bitRate: bitRate))
        }
        #expect(error?.description == description)
        #expect(error?.help.hasPrefix("Choose") == true)
    }

    @Test("Every sample rate that a codec's row names can be had", arguments: AudioCodec.all)
    func rates(codec: AudioCodec) throws {
        for sampleRate in codec.sampleRates {
            let format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
            let settings = AudioEncoderSettings(codec: codec, format: format, bitRate: 32_000)
            #expect(try LibAVAudioEncoder(settings).track.timeBase == format.timeBase)
        }
    }

    @Test("Every number of channels that there is a layout for can be had", arguments: AudioCodec.all)
    func channels(codec: AudioCodec) throws {
        for channelCount in 1...AudioCodec.maximumChannelCount {
            let format = AudioFormat(sampleRate: 48_000, channelCount: channelCount)
            let settings = AudioEncoderSettings(codec: codec, format: format, bitRate: 256_000)
            #expect(throws: Never.self) { try LibAVAudioEncoder(settings) }
        }
    }

    @Test("Opus at another rate than its own is refused, with the one that it has")
    func opusRate() {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let error = #expect(throws: WriterError.self) {
            try LibAVAudioEncoder(AudioEncoderSettings(codec: .opus, format: format))
        }
        #expect(error?.description == "opus: sound at 44100 Hz can't be encoded")
        #expect(error?.help == "Choose a sample rate of 48000.")
    }

    @Test("FLAC gives back every sample of 16 or 24 bits as it was; what is beyond full scale is cut off there")
    func lossless() throws {
        let folder = try TemporaryFolder()
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let coarse = (0..<20_000).map { Float(Int16(truncatingIfNeeded: $0 &* 7_919)) / 32_768 }
        let fine = (0..<20_000).map { Float($0 &* 104_729 % 8_388_608) / 8_388_608 }
        let encoder = try LibAVAudioEncoder(AudioEncoderSettings(codec: .flac, format: format))
        let samples = coarse + fine + [1.5, -1.5]
        let packets =
            try encoder.encode(AudioBuffer(format: format, time: .zero, samples: samples)) + encoder.finish()
        let storage = MemoryStorage()
        let muxer = try Film.muxer(encoder.track, container: .mkv, storage: storage)
        for packet in packets { try muxer.write(Film.timed(packet, track: 0, encoder.track)) }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "sound.mkv")
        let read = try Film.read(path).samples.audio(0).flatMap(\.samples)
        #expect(read == coarse + fine + [8_388_607 / 8_388_608, -1])
    }

    @Test("Sound of another format is refused")
    func otherFormat() throws {
        let encoder = try LibAVAudioEncoder(
            AudioEncoderSettings(format: AudioFormat(sampleRate: 48_000, channelCount: 2))
        )
        let error = #expect(throws: WriterError.self) {
            let mono = AudioFormat(sampleRate: 48_000, channelCount: 1)
            _ = try encoder.encode(AudioBuffer(silence: 10, format: mono, time: .zero))
        }
        #expect(
            error?.description == "aac: sound of 1 channels at 48000 Hz came into a track of 2 channels at 48000 Hz"
        )
    }
}
