import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting

/// The encoders of a film, open, and the tracks that take their packets.
struct MovieEncoders {
    /// A track, as each part of the film has it.
    struct Track: Sendable {
        let description: TrackDescription
        let name: String
        let isEnabled: Bool

        /// The track's input in a file.
        func makeInput() -> AssetWriterInput {
            AssetWriterInput(packets: description, name: name, isEnabled: isEnabled)
        }
    }

    struct Sound {
        /// What it encodes; nil for the mix of all.
        let source: SampleBufferSource?
        /// The format in which it is encoded.
        let format: AudioFormat
        let encoder: any AudioEncoder
        /// Its place among the tracks.
        let track: Int
    }

    /// How near to any instant decoding can begin.
    enum Keyframes: Sendable {
        /// As near as seeking needs.
        case forSeeking
        /// Within a second, since what is kept in memory begins at one.
        case forClips
    }

    /// The encoder of the first track.
    let video: any VideoEncoder
    /// What it was opened with.
    let videoSettings: VideoEncoderSettings
    /// In the order in which the file has them.
    private(set) var tracks: [Track] = []
    private(set) var sounds: [Sound] = []
    private(set) var names: [StartedRecording.Track] = []

    /// Opens an encoder for each track.
    init(
        _ pipeline: RecordingPipeline,
        _ configuration: RecordingConfiguration,
        _ container: ContainerFormat,
        _ keyframes: Keyframes,
        _ codecs: any CodecProvider
    ) throws(WriterError) {
        let chosen = try FilmCodecs(configuration, container)
        var settings = chosen.settings(
            configuration, displaySize: pipeline.displaySize, color: pipeline.color)
        if case .forClips = keyframes {
            settings.keyframeInterval = PacketRing.keyframeInterval
            settings.sparseKeyframes = .asNear
        }
        videoSettings = settings
        let encoder = try codecs.makeVideoEncoder(settings)
        video = encoder
        let name = configuration.mainPicture == .cameras ? "Cameras" : "Screen"
        tracks.append(Track(description: encoder.track, name: name, isEnabled: true))
        names.append(StartedRecording.Track(name: name, codec: settings.codec.name))
        for (source, name, format) in Self.soundTracks(pipeline.recordedSounds, configuration.tracks) {
            let settings = AudioEncoderSettings(
                codec: chosen.audio,
                format: chosen.audio.format(holding: format),
                bitRate: configuration.audioBitRate
            )
            let encoder = try codecs.makeAudioEncoder(settings)
            // Players play every enabled track at once or only the first: one is enabled.
            let track = Track(description: encoder.track, name: name, isEnabled: sounds.isEmpty)
            sounds.append(Sound(source: source, format: settings.format, encoder: encoder, track: tracks.count))
            tracks.append(track)
            names.append(StartedRecording.Track(name: name, codec: settings.codec.name))
        }
    }

    /// What is worth knowing about the encoders that were opened.
    var warnings: [RecordingWarning] {
        video.substitution.map { [RecordingWarning($0)] } ?? []
    }

    /// What each sound track holds, nil for the mix, what it is called, and its format.
    private static func soundTracks(
        _ sounds: [RecordedSound],
        _ tracks: SoundTracks
    ) -> [(SampleBufferSource?, String, AudioFormat)] {
        let separate = sounds.map { (SampleBufferSource?.some($0.source), $0.name, $0.format) }
        guard sounds.count > 1 else { return separate }
        let mix = (SampleBufferSource?.none, "Mix", AudioMixer.format(ofMixing: sounds.map(\.format)))
        switch tracks {
        case .mix: return [mix]
        case .separate: return separate
        case .both: return [mix] + separate
        }
    }
}
