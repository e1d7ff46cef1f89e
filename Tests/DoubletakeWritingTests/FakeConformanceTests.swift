import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// The fakes keep the contracts of the ports that they stand at, as the real ones do.
@Suite struct FakeConformanceTests {
    private let codecs = FakeCodecs(clock: ManualClock())

    @Test("The fake encoder of sound keeps the contract of the port")
    func audioEncoder() throws {
        #expect(try AudioEncoderConformance { try codecs.makeAudioEncoder($0) }.violations() == [])
    }

    @Test("The fake muxer keeps the contract of the port")
    func muxer() throws {
        let encoder = try codecs.makeAudioEncoder(
            AudioEncoderSettings(format: AudioFormat(sampleRate: 48_000, channelCount: 2))
        )
        let tracks = [MuxerTrack(description: encoder.track, name: nil, isEnabled: true)]
        let packets = (0..<10).map { number in
            TimedPacket(
                track: 0,
                data: [1],
                presentationTicks: number * 960,
                decodeTicks: number * 960,
                durationTicks: 960,
                isKeyframe: true
            )
        }
        let conformance = MuxerConformance(tracks: tracks, packets: packets, finishing: .movieIndex) {
            tracks, storage in
            try codecs.makeMuxer(.fake, tracks: tracks, metadata: MovieMetadata(), storage: storage, subject: "film")
        }
        #expect(try conformance.violations() == [])
    }
}
