import DoubletakeMedia

/// What follows from an input's settings alone.
extension AssetWriterInput {
    /// Why a file of that kind can't hold the track; nil when it can.
    func reasonAgainst(_ container: ContainerFormat) -> String? {
        if let reason = settings.value.timeScale?.reasonAgainstTimeScale(holding: source.frameRate) { return reason }
        return switch source {
        case .video(let settings): settings.reasonAgainst(container)
        case .audio(let settings): settings.reasonAgainst(container)
        case .packets(let track):
            switch track.media {
            case .video(let codec, _, _, _): container.reasonAgainst(codec)
            case .audio(let codec, _, _, _): container.reasonAgainst(codec)
            }
        }
    }

    /// Opens the track's encoder, where it has one, and says what its packets are.
    func openEncoder(from codecs: any CodecProvider) throws(WriterError) -> (OpenEncoder, TrackDescription) {
        switch source {
        case .video(let settings):
            let encoder = try codecs.makeVideoEncoder(settings)
            return (.video(encoder), inTimeScale(encoder.track))
        case .audio(let settings):
            let encoder = try codecs.makeAudioEncoder(settings)
            return (.audio(encoder), encoder.track)
        case .packets(let track):
            return (.packets, inTimeScale(track))
        }
    }

    /// The unit of the track's times in the container.
    func timeBase(of track: TrackDescription) -> TimeBase {
        settings.value.timeScale ?? track.timeBase
    }

    private func inTimeScale(_ track: TrackDescription) -> TrackDescription {
        TrackDescription(
            media: track.media,
            codecConfiguration: track.codecConfiguration,
            timeBase: timeBase(of: track)
        )
    }

    /// Whether sound is as the settings say.
    func isExpected(_ format: AudioFormat) -> Bool {
        if case .audio(let settings) = source { settings.format == format } else { false }
    }

    /// Whether a picture is as the settings say.
    func isExpected(_ buffer: PixelBuffer) -> Bool {
        guard case .video(let settings) = source else { return false }
        return buffer.displaySize == settings.displaySize && buffer.color == settings.color
    }

    /// The error of a buffer that doesn't belong here.
    func misuse(of buffer: SampleBuffer) -> WriterError {
        if case .audio(let settings) = source, case .audio(let audio) = buffer.content, !isExpected(audio.format) {
            return .misuse(
                subject: subject,
                reason: "sound with \(audio.format.words) was appended to an input for \(settings.format.words)",
                help: "Convert the sound, or create the input with its format."
            )
        }
        if case .video(let settings) = source, case .video(let frame) = buffer.content, isInSession {
            let picture = frame.pixelBuffer
            let reason =
                picture.displaySize == settings.displaySize
                ? "a picture in \(picture.format) came with other colours, or in another format than the one before"
                : "a picture of \(picture.displaySize) was appended to an input for \(settings.displaySize)"
            return .misuse(
                subject: subject,
                reason: reason,
                help: "Convert the pictures, or create the input for them."
            )
        }
        return .misuse(
            subject: subject,
            reason: "a buffer of \(buffer.type) can't be appended here now",
            help: "Append \(mediaType) to an input with settings, after startSession."
        )
    }
}

extension AssetWriterInput.Source {
    /// How many pictures a second there may be; nil when nobody says.
    fileprivate var frameRate: FrameRate? {
        if case .video(let settings) = self { settings.frameRate } else { nil }
    }
}

extension AudioFormat {
    /// For messages: `48000 Hz and 2 channels`.
    fileprivate var words: String {
        "\(sampleRate) Hz and \(channelCount) \(channelCount == 1 ? "channel" : "channels")"
    }
}
