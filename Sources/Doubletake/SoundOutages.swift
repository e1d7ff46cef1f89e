import DoubletakeCapture
import DoubletakeMedia

/// Which sources of sound are interrupted, and what is told of it: that a server is gone once, and not for each source.
struct SoundOutages {
    private var devices: Set<CaptureDevice> = []
    private var withoutServer: Set<CaptureDevice> = []
    private var quiet: Set<CaptureDevice> = []
    private var returns: [CaptureDevice: MediaTime] = [:]

    /// Whether it is known already why a device has been silent since then.
    func explains(silenceOf device: CaptureDevice, since start: MediaTime) -> Bool {
        devices.contains(device) || withoutServer.contains(device) || quiet.contains(device)
            || returns[device].map { start < $0 } ?? false
    }

    /// Takes an event of a source.
    ///
    /// - Returns: what is to be told.
    mutating func take(_ event: CaptureEvent, at now: MediaTime) -> RecordingWarning? {
        if case .resumed(let device, _) = event { returns[device] = now }
        switch event {
        case .interrupted(let device, .server(let error)):
            let isFirst = withoutServer.isEmpty
            withoutServer.insert(device)
            return isFirst ? RecordingWarning(lostServer: error) : nil
        case .resumed(let device, .server):
            guard withoutServer.remove(device) != nil, withoutServer.isEmpty else { return nil }
            return RecordingWarning.serverBack
        case .interrupted(let device, .device(let error)):
            devices.insert(device)
            return RecordingWarning(interrupted: device, because: error)
        case .interrupted(let device, .stalled):
            devices.insert(device)
            return nil
        case .resumed(let device, .stalled):
            devices.remove(device)
            return nil
        case .resumed(let device, .device):
            devices.remove(device)
            return RecordingWarning(back: device)
        case .moved(let device, let name, let cause): return RecordingWarning(moved: device, to: name, because: cause)
        case .nothingPlays(let device, let others):
            quiet.insert(device)
            return RecordingWarning(nothingPlays: device, others: others)
        case .passedOver(let device, let name): return RecordingWarning(passedOver: device, for: name)
        case .attenuated(let device, let attenuation):
            if attenuation == .muted { quiet.insert(device) }
            return RecordingWarning(attenuated: device, attenuation)
        case .failed(let device, let error): return RecordingWarning(lost: device, because: error)
        case .framesDropped, .hidden, .shown, .resized, .closed, .returned, .impaired: return nil
        }
    }
}
