import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

@Suite struct SystemCodecsTests {
    private let size = PixelSize(width: 320, height: 180)

    @Test("Every codec has an encoder whose track says so", arguments: VideoCodec.all)
    func software(codec: VideoCodec) throws {
        let encoder = try SystemCodecs().makeVideoEncoder(VideoEncoderSettings(codec: codec, displaySize: size))
        guard case .video(codec, _, _, _) = encoder.track.media else {
            Issue.record("a track of \(codec.name)")
            return
        }
        #expect(encoder.substitution == nil)
    }

    @Test(
        "Where no graphics card can be opened the processor does it, and says what was tried", arguments: VideoCodec.all
    )
    func automatic(codec: VideoCodec) throws {
        let settings = VideoEncoderSettings(codec: codec, encoder: .automatic, displaySize: size)
        let encoder = try SystemCodecs().makeVideoEncoder(settings)
        // On a machine with a card nothing stands in for it.
        if let substitution = encoder.substitution {
            #expect(substitution.tried.map(\.name) == codec.hardwareEncoders.map(\.name))
            #expect(substitution.used == codec.softwareEncoder.name)
        }
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        let frame = VideoFrame(pixelBuffer: picture, time: .zero, sequenceNumber: 0, damage: .everything)
        #expect(try (encoder.encode(frame) + encoder.finish()).count == 1)
    }

    @Test("The warning names the encoder that is used and what each other one said")
    func warning() {
        let tried = [(name: "h264_nvenc", reason: "it can't be opened: a"), (name: "h264_vaapi", reason: "b")]
        let warning = RecordingWarning(EncoderSubstitution(tried: tried, used: "libx264"))
        #expect(warning.code == "encoder_substituted")
        #expect(warning.subject == "libx264")
        #expect(
            warning.message
                == "it is used, since no graphics card can be: h264_nvenc: it can't be opened: a; h264_vaapi: b")
        #expect(warning.help == "Check the graphics card's driver, or leave --encoder out.")
        let none = RecordingWarning(EncoderSubstitution(tried: [], used: "libaom-av1"))
        #expect(none.message == "it is used, since no graphics card is known that makes this codec")
    }

    @Test("What a film of that name can't hold is refused before anything is opened")
    func checked() throws {
        let folder = try TemporaryFolder()
        let cases: [(String, RecordingConfiguration, String?)] = [
            ("film.webm", RecordingConfiguration(), nil),
            ("film.webm", RecordingConfiguration(videoCodec: .h264), "h264: webm can't hold it"),
            ("film.webm", RecordingConfiguration(audioCodec: .aac), "aac: webm can't hold it"),
            ("film.mov", RecordingConfiguration(audioCodec: .flac), "flac: mov can't hold it"),
            ("film.mp4", RecordingConfiguration(videoEncoder: .named(.vpx)), nil),
            (
                "film.mkv", RecordingConfiguration(videoCodec: .av1, videoEncoder: .named(.x265)),
                "libx265: it makes hevc, not av1"
            ),
        ]
        for (name, configuration, description) in cases {
            do {
                try ScreenRecorder.checkDestination(folder.file(name), for: configuration)
                #expect(description == nil)
            } catch {
                #expect(error.description == description)
            }
        }
    }
}
