import CPulse
import DoubletakeCapture
import DoubletakeMedia

/// A sink or a source of a sound server, as the server describes it.
struct ServerDevice {
    /// What the server calls it; the same after a restart.
    let name: String
    /// What people call it.
    let description: String
    /// The source to record it from: itself, or a sink's monitor source.
    let recordedSource: String
    /// Whether it is a source that only hears what a sink plays.
    let isMonitor: Bool
    /// How it represents sound.
    let sampleSpecification: pa_sample_spec
    /// Where its channels are heard.
    let channelMap: pa_channel_map

    /// How a mixer makes it too quiet; nil when it doesn't.
    let attenuation: Attenuation?
    /// How it is reached by radio; nil for a cable.
    let link: BluetoothLink?
    /// The default device in whose place this one is recorded; nil for what is recorded for its own sake.
    var passedOver: PassedOver?

    /// A device that isn't recorded.
    struct PassedOver: Equatable {
        let name: String
        let description: String
        let recordedSource: String
    }

    /// How many channels it has.
    var channelCount: Int {
        Int(sampleSpecification.channels)
    }

    /// The format in which it is recorded: its own rate and channels, so that nothing is converted.
    ///
    /// nil when it has more channels than there are.
    var format: AudioFormat? {
        guard channelCount <= Int(doubletake_pa_channels_max), AudioFormat.channelCounts.contains(channelCount) else {
            return nil
        }
        let rates = AudioFormat.sampleRates.clamped(to: 1...Int(doubletake_pa_rate_max))
        let rate = min(max(Int(sampleSpecification.rate), rates.lowerBound), rates.upperBound)
        return AudioFormat(sampleRate: rate, channelCount: channelCount)
    }

    /// Describes a source; nil when the server has no name for it.
    ///
    /// The corresponding C type is `pa_source_info`.
    init?(_ information: pa_source_info) {
        // SAFETY: the strings end with a zero and are copied while the server's answer is still there.
        guard let name = unsafe information.name else { return nil }
        self.name = unsafe String(cString: name)
        description = unsafe Self.text(information.description) ?? self.name
        recordedSource = self.name
        unsafe isMonitor = information.monitor_of_sink != doubletake_pa_invalid_index
        unsafe sampleSpecification = information.sample_spec
        unsafe channelMap = information.channel_map
        attenuation = unsafe Self.attenuation(information.mute, information.volume)
        link = unsafe Self.link(information.proplist)
    }

    /// Describes a sink; nil when the server has no name for it, or nothing to record it from.
    ///
    /// The corresponding C type is `pa_sink_info`.
    init?(_ information: pa_sink_info) {
        // SAFETY: as above.
        guard let name = unsafe information.name, let monitor = unsafe information.monitor_source_name else {
            return nil
        }
        self.name = unsafe String(cString: name)
        description = unsafe Self.text(information.description) ?? self.name
        unsafe recordedSource = String(cString: monitor)
        isMonitor = false
        unsafe sampleSpecification = information.sample_spec
        unsafe channelMap = information.channel_map
        attenuation = unsafe Self.attenuation(information.mute, information.volume)
        link = unsafe Self.link(information.proplist)
    }

    /// The volume from which on a device is no longer too quiet, in percent.
    ///
    /// Lower, and a microphone that is hardly heard isn't told of; higher, and it is told of microphones that are turned
    /// down because they are loud.
    private static let lowestPercent = 20

    /// The corresponding C function is `pa_cvolume_avg`.
    private static func attenuation(_ mute: Int32, _ volume: pa_cvolume) -> Attenuation? {
        if mute != 0 { return .muted }
        var volume = volume
        // SAFETY: the volume is a local that is only read.
        let average = unsafe Double(pa_cvolume_avg(&volume))
        let percent = Int((100 * average / Double(doubletake_pa_volume_norm)).rounded())
        return percent < lowestPercent ? .volume(percent: percent) : nil
    }

    /// The corresponding C function is `pa_proplist_gets`.
    private static func link(_ properties: OpaquePointer?) -> BluetoothLink? {
        guard let properties = unsafe properties else { return nil }
        var values: [String: String] = [:]
        for name in BluetoothLink.propertyNames {
            // SAFETY: the list and its strings belong to the server's answer, which is still there; they are copied.
            if let text = unsafe pa_proplist_gets(properties, name) { unsafe values[name] = String(cString: text) }
        }
        return BluetoothLink(values)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }
}
