import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct LibAVConformanceTests {
    @Test("The encoder of sound keeps the contract of the port with every codec", arguments: AudioCodec.all)
    func audioEncoder(codec: AudioCodec) throws {
        #expect(try AudioEncoderConformance(codec) { try LibAVAudioEncoder($0) }.violations() == [])
    }

    @Test(
        "The encoder of pictures keeps the contract of the port with every codec that needs no hardware",
        arguments: VideoEncoderModel.all.filter { $0.kind == .software && $0 != .x264 }
    )
    func videoEncoder(model: VideoEncoderModel) throws {
        let conformance = VideoEncoderConformance(model.codec) { try LibAVVideoEncoder($0, model) }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("The muxer keeps the contract of the port with every codec in every container", arguments: FilmRow.all)
    func muxer(row: FilmRow) throws {
        let (tracks, packets) = try row.film()
        let conformance = MuxerConformance(
            tracks: tracks,
            packets: packets,
            finishing: row.container.finishing
        ) { tracks, storage in
            try LibAVMuxerProvider.makeMuxer(row.container, tracks: tracks, storage: storage, subject: "film")
        }
        let violations = try conformance.violations()
        #expect(violations == [])
    }
}
