public import DoubletakeCapture
public import DoubletakeComposition
public import DoubletakeMedia

/// What can be done with the sound of a film, at any time while the recorder is armed or records.
extension ScreenRecorder {
    /// What becomes of a source's sound.
    public enum SoundChange: Hashable, Sendable {
        /// Nothing of it is heard in the film.
        case muted
        /// It is heard again.
        case unmuted
        /// It is heard if it wasn't; of several sources all are once none was.
        case toggled
        /// It is so many decibels louder than it comes, within `RecordingConfiguration.gains`.
        case gain(Double)
    }

    /// Mutes sources of sound, lets them be heard again, or makes them louder and quieter.
    ///
    /// It is so from the sample of that instant on, over five milliseconds, so that nothing clicks.
    ///
    /// - Parameters:
    ///   - type: applications' sound or microphones.
    ///   - name: a device's id or name, or that of its track; nil for all of that type.
    ///   - instant: since when; a moment ago at most, and by default now.
    /// - Returns: how loud those are now that are meant.
    @discardableResult
    public func changeSound(
        _ change: SoundChange,
        of type: SampleBufferType,
        named name: String? = nil,
        at instant: MediaTime? = nil
    ) throws(RecordingError) -> [SoundSetting] {
        let settings = try armedPipeline().changeSound(change, of: type, named: name, at: instant ?? clock.now)
        hub.publish(.sound(settings))
        return settings
    }

    private func armedPipeline() throws(RecordingError) -> RecordingPipeline {
        switch phase {
        case .armed(let armed): armed.pipeline
        case .recording(_, let pipeline, _): pipeline
        case .capturing(let tap): tap.pipeline
        case .idle, .starting, .stopping, .cancelling: throw .wrongState(state, wanted: "change sound")
        }
    }
}

/// How loud a source of sound is in the film.
public struct SoundSetting: Hashable, Sendable {
    /// The source.
    public let device: CaptureDevice
    /// What its track is called.
    public let track: String
    /// How loud it is.
    public let volume: SoundVolume
}
