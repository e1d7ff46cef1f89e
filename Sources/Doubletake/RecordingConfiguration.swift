public import DoubletakeCapture
public import DoubletakeComposition
public import DoubletakeControl
public import DoubletakeMedia
public import DoubletakeWriting

/// What is to be recorded, and how.
///
/// Every default is the one that a newcomer wants.
public struct RecordingConfiguration: Sendable {
    /// A device that is chosen by name, by default, or not at all.
    public enum DeviceSelection: Hashable, Sendable {
        /// The one that a person means who names none. For sound: where there is none, the film is silent, with a
        /// warning.
        case `default`
        /// The one with this id or name. Where there is none, that is an error before anything is recorded.
        case named(String)
        /// None.
        case none
    }

    /// What the picture is taken from.
    public var picture: PictureSelection
    /// Whether the cursor is in the picture.
    public var cursor: CursorVisibility
    /// What of clicks and keys is drawn into the film.
    ///
    /// A password that is typed where no program takes the keyboard for itself, as in a terminal or on a web page, can't
    /// be told from other words, and is shown.
    public var shownInput: ShownInput = []
    /// Keys that are never shown in the film, such as the one that ends it.
    public var unshownKeys: Set<KeyDescription> = []
    /// What becomes of the picture when a recorded window gets another size; the film keeps its own.
    public var resizing = ResizeBehavior.fit
    /// What becomes of the film when a recorded window is closed.
    public var closing = CloseBehavior.stop
    /// The size of the film's picture; nil for that of what is recorded.
    ///
    /// The picture is fitted into it with its shape kept, and black beside it.
    public var size: PixelSize?
    /// Several pictures that are shown together, the one that matters most first; empty for `picture` alone.
    ///
    /// They are in its place, and `cameras` come behind them.
    public var sources: [SourceSelection] = []
    /// The cameras whose pictures are in the film, beside what else is recorded or alone.
    public var cameras: [CameraSelection] = []
    /// How real cameras are opened: what is wanted of their pictures, and what their controls are set to.
    public var cameraSettings = CameraSettings()
    /// Which cameras have a file of their own beside the film.
    public var cameraFiles = CameraFiles.none
    /// Where the pictures go; nil for the cameras in a corner of what else is recorded, or alone one above the other.
    public var layout: Layout?
    /// How pictures fill their place; nil for as the layout has it, and all of what is recorded beside the cameras.
    public var gravity: PictureGravity?
    /// Which cameras' pictures have a label.
    public var cameraLabels = CameraLabels.named
    /// The sources of the applications' sound, a track for each.
    public var applicationSources: [DeviceSelection]
    /// The microphones, a track for each.
    public var microphones: [DeviceSelection]
    /// The most pictures a second.
    public var frameRate: FrameRate
    /// At which times the pictures come.
    public var timing: FrameTiming
    /// How the pictures are compressed; nil for what the named encoder makes, else for the container's usual codec.
    public var videoCodec: VideoCodec?
    /// What compresses them.
    public var videoEncoder: VideoEncoderSelection
    /// How good the pictures are to be.
    public var quality: VideoEncoderSettings.Quality
    /// How the sound is compressed; nil for the container's usual codec.
    public var audioCodec: AudioCodec?
    /// Bits a second for each sound track; FLAC takes what it needs.
    public var audioBitRate: Int
    /// Which sound tracks there are when more than one source of sound is recorded.
    public var tracks: SoundTracks
    /// How much louder the applications' sound is recorded, in decibels.
    public var applicationGain = 0.0
    /// How much louder the microphone is recorded, in decibels.
    public var microphoneGain = 0.0
    /// What becomes of a microphone's two channels.
    public var microphoneChannels = MicrophoneChannels.auto
    /// When levels are told beside those of a status.
    public var levelMeters = LevelMeters.always
    /// How much later than it was heard all sound is in the film; negative for earlier.
    public var audioOffset = Duration.zero
    /// What the film says of itself; without a date it has the one on which it begins.
    public var metadata = MovieMetadata()
    /// How large the film and its files may become, and how much room stays free.
    public var limits = RecordingLimits()
    /// How much of what was before its start is in the film, at most; less where the recorder was armed for a shorter time.
    ///
    /// While the recorder is armed it is kept in memory then, as `clipBuffering` says.
    public var preroll = Duration.zero
    /// How the newest part of what is captured is kept in memory; nil for not at all, unless `preroll` needs it.
    public var clipBuffering: ClipBuffering?
    /// What is in a file of what was before its first instant, where it begins with what was kept.
    public var clipStart = ClipStart.edited

    /// Creates a configuration.
    public init(
        picture: PictureSelection = .monitorWithPointer,
        cursor: CursorVisibility = .shown,
        size: PixelSize? = nil,
        applicationAudio: DeviceSelection = .default,
        microphone: DeviceSelection = .default,
        frameRate: FrameRate = FrameRate(30),
        timing: FrameTiming = .variable,
        videoCodec: VideoCodec? = nil,
        videoEncoder: VideoEncoderSelection = .software,
        quality: VideoEncoderSettings.Quality = .high,
        audioCodec: AudioCodec? = nil,
        audioBitRate: Int = 128_000,
        tracks: SoundTracks = .both
    ) {
        self.picture = picture
        self.cursor = cursor
        self.size = size
        applicationSources = [applicationAudio]
        microphones = [microphone]
        self.frameRate = frameRate
        self.timing = timing
        self.videoCodec = videoCodec
        self.videoEncoder = videoEncoder
        self.quality = quality
        self.audioCodec = audioCodec
        self.audioBitRate = audioBitRate
        self.tracks = tracks
    }
}

extension RecordingConfiguration {
    /// The first source of the applications' sound; what is set is the only one.
    public var applicationAudio: DeviceSelection {
        get { applicationSources.first ?? .none }
        set { applicationSources = [newValue] }
    }

    /// The first microphone; what is set is the only one.
    public var microphone: DeviceSelection {
        get { microphones.first ?? .none }
        set { microphones = [newValue] }
    }

    /// How loud sound may be made, in decibels.
    public static let gains = -60.0...40.0
    /// How much sound may be shifted: as much as any display or headset is late, and as much as is held back at a stop.
    public static let audioOffsets = Duration.seconds(-5) ... .seconds(5)

    /// What is kept in memory, for clips and for what was before a film's start; nil for nothing.
    var wantedBuffering: ClipBuffering? {
        guard preroll > .zero else { return clipBuffering }
        var buffering = clipBuffering ?? ClipBuffering(duration: preroll)
        buffering.duration = max(buffering.duration, preroll)
        return buffering
    }

    /// How a source's sound is to be.
    func shape(of type: SampleBufferType) -> SoundShape {
        type == .audioMic
            ? SoundShape(gain: microphoneGain, offset: audioOffset, channels: microphoneChannels)
            : SoundShape(gain: applicationGain, offset: audioOffset)
    }
}
