/// How a device of a sound server is reached by radio, as far as it is heard.
struct BluetoothLink: Hashable, Sendable {
    /// What the radio is used for now.
    enum Use: Sendable {
        /// Music for the headset, in its full quality.
        case music
        /// A call: both ways, in the quality of a telephone.
        case call
        /// What another device plays comes from it, such as a telephone's music.
        case playing
        /// The server doesn't say.
        case unknown
    }

    /// The headset's own address, the same for its sink and its source; nil when the server doesn't say.
    let address: String?
    /// What it is used for.
    let use: Use

    /// The properties that say it, of PulseAudio's devices and of PipeWire's.
    static let propertyNames =
        ["device.bus", "device.api", "device.string", "bluetooth.protocol"]
        + ["api.bluez5.address", "api.bluez5.profile"]

    /// Makes a description.
    init(address: String?, use: Use) {
        (self.address, self.use) = (address, use)
    }

    /// Reads a device's properties; nil when it is not reached by radio.
    init?(_ properties: [String: String]) {
        let isBluetooth =
            properties["device.bus"] == "bluetooth" || properties["device.api"]?.hasPrefix("bluez") == true
            || properties["api.bluez5.address"] != nil
        guard isBluetooth else { return nil }
        let profile = (properties["bluetooth.protocol"] ?? properties["api.bluez5.profile"] ?? "")
            .replacing("-", with: "_")
        let use: Use =
            if profile == "a2dp_source" || profile.hasSuffix("audio_gateway") {
                .playing
            } else if profile.hasPrefix("a2dp") {
                .music
            } else if profile.hasPrefix("headset") || profile.hasPrefix("handsfree") {
                .call
            } else {
                .unknown
            }
        self.init(address: properties["api.bluez5.address"] ?? properties["device.string"], use: use)
    }
}
