import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting

/// The encoders of a film, open, each with the input that takes its packets.
struct MovieEncoders {
    struct Video {
        let encoder: any VideoEncoder
        let input: AssetWriterInput
    }

    struct Sound {
        /// What it encodes; nil for the mix of all.
        let type: SampleBufferType?
        /// The format in which it is encoded.
        let format: AudioFormat
        let encoder: any AudioEncoder
        let input: AssetWriterInput
    }

    let video: Video
    private(set) var sounds: [Sound] = []
    private(set) var names: [StartedRecording.Track] = []

    /// Opens an encoder for each track.
    init(
        _ pipeline: RecordingPipeline,
        _ configuration: RecordingConfiguration,
        _ container: ContainerFormat,
        _ codecs: any CodecProvider
    ) throws(WriterError) {
        let chosen = try FilmCodecs(configuration, container)
        let settings = VideoEncoderSettings(
            codec: chosen.video,
            encoder: chosen.encoder,
            displaySize: pipeline.displaySize,
            color: pipeline.color,
            // With variable timing two changes may be half a frame interval apart.
            frameRate: configuration.timing == .variable ? configuration.frameRate.doubled : configuration.frameRate,
            usualFrameRate: configuration.frameRate,
            quality: configuration.quality
        )
        let encoder = try codecs.makeVideoEncoder(settings)
        video = Video(encoder: encoder, input: AssetWriterInput(packets: encoder.track, name: "Screen"))
        names.append(StartedRecording.Track(name: "Screen", codec: settings.codec.name))
        for (type, format) in Self.soundTracks(pipeline.audioFormats, configuration.tracks) {
            let settings = AudioEncoderSettings(
                codec: chosen.audio,
                format: chosen.audio.format(holding: format),
                bitRate: configuration.audioBitRate
            )
            let encoder = try codecs.makeAudioEncoder(settings)
            let name = Self.name(of: type)
            // Players play every enabled track at once or only the first: one is enabled.
            let input = AssetWriterInput(packets: encoder.track, name: name, isEnabled: sounds.isEmpty)
            sounds.append(Sound(type: type, format: settings.format, encoder: encoder, input: input))
            names.append(StartedRecording.Track(name: name, codec: settings.codec.name))
        }
    }

    /// What is worth knowing about the encoders that were opened.
    var warnings: [RecordingWarning] {
        video.encoder.substitution.map { [RecordingWarning($0)] } ?? []
    }

    /// The inputs in the order of the tracks.
    var inputs: [AssetWriterInput] {
        [video.input] + sounds.map(\.input)
    }

    /// What each sound track holds, nil for the mix, and its format.
    private static func soundTracks(
        _ sources: [(type: SampleBufferType, format: AudioFormat)],
        _ tracks: SoundTracks
    ) -> [(SampleBufferType?, AudioFormat)] {
        let separate = sources.map { (SampleBufferType?.some($0.type), $0.format) }
        guard sources.count > 1 else { return separate }
        let mix = (SampleBufferType?.none, AudioMixer.format(ofMixing: sources.map(\.format)))
        switch tracks {
        case .mix: return [mix]
        case .separate: return separate
        case .both: return [mix] + separate
        }
    }

    private static func name(of type: SampleBufferType?) -> String {
        switch type {
        case .audioApp: "Applications"
        case .audioMic: "Microphone"
        case .video, nil: "Mix"
        }
    }
}
