public import DoubletakeMedia

/// What a file says of a track. It is set before writing starts: later it is a mistake in the program, and traps.
extension AssetWriterInput {
    /// The language of what is said or written in the track, by its code in ISO 639-2/T: "eng", "deu".
    public var languageCode: String? {
        get { settings.value.properties.languageCode }
        set { settings.change { $0.properties.languageCode = newValue } }
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
