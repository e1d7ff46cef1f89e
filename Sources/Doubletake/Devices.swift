public import DoubletakeCapture
public import DoubletakeMedia

/// The devices of this machine that can be recorded.
///
/// Each call looks anew and may take a moment: it belongs on no task.
public enum Devices {
    /// The devices of a kind, in the order in which a name is looked up.
    ///
    /// - Throws: what kept a system from listing its devices.
    public static func all(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] {
        try CaptureDevice.discover(kind, in: Backends.system).map(\.device)
    }

    /// The device of a kind that `name` means: an id, a name, or a word such as `front`.
    ///
    /// - Throws: `CaptureError.noSuchDevice` with the ids that there are.
    public static func device(named name: String, _ kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice {
        try CaptureDevice.find(name, kind, in: Backends.system).device
    }

    /// The device of a kind that a person means who names none; nil when there is none.
    public static func defaultDevice(_ kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        try CaptureDevice.findDefault(kind, in: Backends.system)?.device
    }

    /// The cameras, with what they can do and what can be set.
    public static func cameras() throws(CaptureError) -> [CameraDescription] {
        try cameras(in: Backends.system)
    }

    /// The monitors that are on, with where they are.
    public static func monitors() throws(CaptureError) -> [MonitorDescription] {
        var found: [MonitorDescription] = []
        for case let backend as any ScreenBackend in Backends.system { found += try backend.monitors() }
        return found
    }

    /// The windows that can be recorded, with what their programs say of them.
    public static func windows() throws(CaptureError) -> [WindowDescription] {
        var found: [WindowDescription] = []
        for case let backend as any ScreenBackend in Backends.system { found += try backend.windows() }
        return found
    }

    /// The applications that play now, as the sources that record one of them alone.
    public static func applications() throws(CaptureError) -> [CaptureDevice] {
        var found: [CaptureDevice] = []
        for case let backend as any SoundServerBackend in Backends.system { found += try backend.applications() }
        return found
    }

    /// Whether this program may use cameras (`video`) or microphones (`audio`), and what to do when it may not.
    ///
    /// Of several cameras it is what is true of the one that may be used most; without any there is nothing to forbid.
    public static func authorizationStatus(for mediaType: MediaType) throws(CaptureError) -> DeviceAuthorization {
        switch mediaType {
        case .video: authorization(ofAny: try cameras())
        case .audio: soundAuthorization()
        }
    }

    static func authorization(ofAny cameras: [CameraDescription]) -> DeviceAuthorization {
        cameras.map(\.authorization).min { $0.rank < $1.rank } ?? .authorized
    }

    /// Whether this program may use the sound server, and what to do when it may not.
    public static func soundAuthorization() -> DeviceAuthorization {
        for case let backend as any SoundServerBackend in Backends.system { return backend.authorization() }
        return .restricted(help: "Use a build that knows a sound server.")
    }

    /// Sets a control of a camera, also while it is recorded.
    ///
    /// - Parameter name: the camera's id, name or path, `front`, or `back`.
    /// - Returns: what the control is set to now: a number is brought into its range.
    @discardableResult
    public static func set(
        _ setting: ControlSetting,
        ofCamera name: String
    ) throws(CaptureError) -> CameraControl {
        try set(setting, ofCamera: name, in: Backends.system)
    }

    static func cameras(in backends: [any CaptureBackend]) throws(CaptureError) -> [CameraDescription] {
        var cameras: [CameraDescription] = []
        for backend in backends {
            if let backend = backend as? any CameraBackend { cameras += try backend.cameras() }
        }
        return cameras
    }

    static func set(
        _ setting: ControlSetting,
        ofCamera name: String,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> CameraControl {
        let match = try CaptureDevice.find(name, .camera, in: backends)
        guard let backend = match.backend as? any CameraBackend else {
            throw .unavailable(
                device: match.device.name,
                reason: "it has nothing that could be set",
                help: "Choose a real camera."
            )
        }
        return try backend.set(setting, of: match.device)
    }
}

extension DeviceAuthorization {
    /// How much is in the way.
    fileprivate var rank: Int {
        switch self {
        case .authorized: 0
        case .notDetermined: 1
        case .denied: 2
        case .restricted: 3
        }
    }
}
