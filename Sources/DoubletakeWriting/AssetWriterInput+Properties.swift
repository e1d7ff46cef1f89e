public import DoubletakeMedia

/// What a file says of a track. It is set before writing starts: later it is a mistake in the program, and traps.
extension AssetWriterInput {
    /// The language of what is said or written in the track, by its code in ISO 639-2/T: "eng", "deu".
    public var languageCode: String? {
        get { settings.value.properties.languageCode }
        set { settings.change { $0.properties.languageCode = newValue } }
    }

    /// The unit of the times of an input for pictures; nil, as it is at first, for 90,000 ticks a second, or that of the
    /// packets.
    ///
    /// Pictures that are nearer than a tick are moved apart. A unit that can't hold the input's frame rate is refused when
    /// it is added, or else by `startWriting`. Matroska and WebM have a unit of their own. Sound has its sample rate for one:
    /// to set it there is a mistake in the program.
    public var mediaTimeScale: TimeBase? {
        get { settings.value.timeScale }
        set {
            precondition(mediaType == .video, "the time scale of sound is its sample rate")
            settings.change { $0.timeScale = newValue }
        }
    }

    /// How players turn, mirror and move the pictures; the finished MP4 says it.
    public var transform: PictureTransform {
        get { settings.value.properties.transform }
        set { settings.change { $0.properties.transform = newValue } }
    }

    /// The size in which players show the pictures, which has pixels; nil for their own.
    ///
    /// The finished MP4 says it.
    public var naturalSize: PixelSize? {
        get { settings.value.properties.naturalSize }
        set {
            precondition(newValue.map { $0.width > 0 && $0.height > 0 } ?? true, "a natural size has pixels")
            settings.change { $0.properties.naturalSize = newValue }
        }
    }

    /// How loud players play the sound: 1 as it is, 0 not at all.
    ///
    /// The finished MP4 says it.
    public var preferredVolume: Float {
        get { settings.value.properties.preferredVolume }
        set {
            precondition(newValue >= 0, "a volume isn't negative")
            settings.change { $0.properties.preferredVolume = newValue }
        }
    }
}
