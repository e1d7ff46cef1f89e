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
        let type: SampleBufferType
        let encoder: any AudioEncoder
        let input: AssetWriterInput
    }

    let video: Video
    let sounds: [Sound]
    let names: [StartedRecording.Track]

    /// Opens an encoder for each type of buffer that the pipeline delivers, with the container's usual codecs.
    init(
        _ pipeline: RecordingPipeline,
        _ configuration: RecordingConfiguration,
        _ container: ContainerFormat,
        _ codecs: any CodecProvider
    ) throws(WriterError) {
        let videoSettings = VideoEncoderSettings(
            codec: container.videoCodecs[0],
            displaySize: pipeline.displaySize,
            color: pipeline.color,
            // With variable timing two changes may be half a frame interval apart.
            frameRate: configuration.timing == .variable ? configuration.frameRate.doubled : configuration.frameRate,
            quality: configuration.quality
        )
        let videoEncoder = try codecs.makeVideoEncoder(videoSettings)
        video = Video(
            encoder: videoEncoder,
            input: AssetWriterInput(packets: videoEncoder.track, name: "Screen")
        )
        var names = [StartedRecording.Track(name: "Screen", codec: videoSettings.codec.name)]
        var sounds: [Sound] = []
        for (type, format) in pipeline.audioFormats {
            let settings = AudioEncoderSettings(
                codec: container.audioCodecs[0],
                format: format,
                bitRate: configuration.audioBitRate
            )
            let name = type == .audioMic ? "Microphone" : "Applications"
            let encoder = try codecs.makeAudioEncoder(settings)
            // Players play every enabled track at once or only the first: one is enabled.
            let input = AssetWriterInput(packets: encoder.track, name: name, isEnabled: sounds.isEmpty)
            sounds.append(Sound(type: type, encoder: encoder, input: input))
            names.append(StartedRecording.Track(name: name, codec: settings.codec.name))
        }
        self.sounds = sounds
        self.names = names
    }

    /// The inputs in the order of the tracks.
    var inputs: [AssetWriterInput] {
        [video.input] + sounds.map(\.input)
    }
}
