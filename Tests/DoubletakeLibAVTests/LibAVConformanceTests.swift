import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import DoubletakeX264
import Testing

@Suite struct LibAVConformanceTests {
    @Test("The encoder of sound keeps the contract of the port")
    func audioEncoder() throws {
        #expect(try AudioEncoderConformance { try LibAVAudioEncoder($0) }.violations() == [])
    }

    @Test("The muxer keeps the contract of the port in every container", arguments: ContainerFormat.all)
    func muxer(container: ContainerFormat) throws {
        let settings = VideoEncoderSettings(displaySize: PixelSize(width: 64, height: 48))
        let encoder = try X264Encoder(settings)
        var packets: [EncodedPacket] = []
        for number in 0..<20 {
            let picture = PixelBuffer(format: .i420, displaySize: settings.displaySize, color: settings.color)
            let time = MediaTime.zero + FrameRate(30).offset(ofFrame: Int64(number))
            packets += try encoder.encode(
                VideoFrame(pixelBuffer: picture, time: time, sequenceNumber: UInt64(number), damage: .everything)
            )
        }
        packets += try encoder.finish()
        let timed = packets.map { packet in
            let ticks = encoder.track.timeBase.ticks(in: packet.decodeTime - MediaTime.zero)
            return TimedPacket(
                track: 0,
                data: packet.data,
                presentationTicks: ticks,
                decodeTicks: ticks,
                durationTicks: 3_000,
                isKeyframe: packet.isKeyframe
            )
        }
        let tracks = [MuxerTrack(description: encoder.track, name: "Screen", isEnabled: true)]
        let conformance = MuxerConformance(tracks: tracks, packets: timed) { tracks, storage in
            try LibAVMuxer(container: container, tracks: tracks, storage: storage, subject: "film")
        }
        #expect(try conformance.violations() == [])
    }
}
