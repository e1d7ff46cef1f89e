package import DoubletakeMedia

/// Why sound can't be brought to another rate.
package enum SoundConversionError: ExplainedError, Equatable {
    /// There is no way from the one format to the other.
    case unsupported(input: AudioFormat, sampleRate: Int, reason: String)
    /// The conversion failed while it ran.
    case failed(input: AudioFormat, sampleRate: Int, reason: String)

    /// The sound that comes in.
    package var subject: String {
        switch self {
        case .unsupported(let input, _, _), .failed(let input, _, _):
            "sound at \(input.sampleRate) Hz (\(input.channelCount) \(input.channelCount == 1 ? "channel" : "channels"))"
        }
    }

    /// What happened, with the library's own words.
    package var reason: String {
        switch self {
        case .unsupported(_, let sampleRate, let reason): "can't be converted to \(sampleRate) Hz: \(reason)"
        case .failed(_, let sampleRate, let reason): "the conversion to \(sampleRate) Hz failed: \(reason)"
        }
    }

    /// What to do.
    package var help: String {
        switch self {
        case .unsupported: "Set the device to another sample rate, such as 48000 Hz."
        case .failed: "Record the sounds as separate tracks, or set their devices to the same sample rate."
        }
    }
}
