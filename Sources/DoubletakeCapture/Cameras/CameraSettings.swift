/// How a camera shall be opened.
public struct CameraSettings: Hashable, Sendable {
    /// What is wanted of its pictures.
    public var format: CameraFormatRequest
    /// What its controls shall be set to, in this order.
    public var controls: [ControlSetting]

    /// Creates settings.
    public init(format: CameraFormatRequest = .high, controls: [ControlSetting] = []) {
        self.format = format
        self.controls = controls
    }
}

/// What a control of a camera shall be set to.
public struct ControlSetting: Hashable, Sendable {
    /// The control's name: `gain`.
    public let name: String
    /// What it shall be set to, as a person writes it: `128`, `on`, `50_hz`.
    public let value: String

    /// Creates a setting.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `NAME=VALUE`; nil when it isn't that.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }
}
