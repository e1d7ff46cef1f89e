public import DoubletakeCapture

/// What the pictures of a session's cameras shall be like, in one word.
public enum CaptureSessionPreset: String, CaseIterable, Sendable {
    /// 320x240, for a slow connection.
    case low
    /// 640x480.
    case medium
    /// 1280x720, which every camera of today has; what a session begins with.
    case high
    /// 1280x720, and nothing near it.
    case hd1280x720
    /// 1920x1080, and nothing near it.
    case hd1920x1080
    /// 3840x2160, and nothing near it.
    case hd4K3840x2160
    /// Each camera has the format that was set for it.
    case inputPriority

    /// What is asked of a camera; nil when each one has its own.
    public var request: CameraFormatRequest? {
        switch self {
        case .low: Self.named("low")
        case .medium: Self.named("medium")
        case .high: Self.named("high")
        case .hd1280x720: Self.named("720p")
        case .hd1920x1080: Self.named("1080p")
        case .hd4K3840x2160: Self.named("4K")
        case .inputPriority: nil
        }
    }

    /// Whether a camera must have just that size; with the others the nearest one will do.
    var isExact: Bool {
        switch self {
        case .low, .medium, .high, .inputPriority: false
        case .hd1280x720, .hd1920x1080, .hd4K3840x2160: true
        }
    }

    private static func named(_ name: String) -> CameraFormatRequest? {
        CameraFormatRequest.presets.first { $0.name == name }?.request
    }
}
