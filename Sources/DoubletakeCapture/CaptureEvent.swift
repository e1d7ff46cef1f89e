public import DoubletakeMedia

/// What happens to a device while it delivers; its owner decides what that means for a recording.
public enum CaptureEvent: Sendable {
    /// Pictures were dropped inside the source because every canvas was still held; what had changed comes with the
    /// next one.
    case framesDropped(device: CaptureDevice, count: Int)
    /// A window isn't shown any more, such as an iconified one, or a monitor is off or unplugged; its last picture stays
    /// until it is there again.
    case hidden(device: CaptureDevice)
    /// A window is shown again, or a monitor is back.
    case shown(device: CaptureDevice)
    /// A window, a monitor, or a camera's picture, has another size.
    case resized(device: CaptureDevice, size: PixelSize)
    /// A window was closed.
    case closed(device: CaptureDevice)
    /// Another window was opened that is taken for the closed one.
    case returned(device: CaptureDevice)
    /// The device is gone for the reason given and won't deliver again; the last event of its source.
    case failed(device: CaptureDevice, error: CaptureError)
    /// Nothing comes from the device for now; its source tries to get it back, and says when it has.
    case interrupted(device: CaptureDevice, CaptureInterruption)
    /// The device delivers again, so this interruption is over.
    case resumed(device: CaptureDevice, after: CaptureInterruption)
    /// Something is not as it should be with a camera, which goes on delivering.
    case impaired(device: CaptureDevice, CameraImpairment)
    /// Nothing plays now whose sound the source is to deliver; others do.
    case nothingPlays(device: CaptureDevice, others: [String])
    /// That default microphone isn't recorded, for the sake of the music that its headset plays; another one is, which is
    /// called so.
    case passedOver(default: CaptureDevice, for: String)
    /// Somebody has made the device so quiet that little or nothing of it will be heard.
    case attenuated(device: CaptureDevice, Attenuation)
    /// What comes from the source is the sound, or the picture, of another device from now on, which is called so.
    case moved(device: CaptureDevice, to: String, because: DeviceMove)
}

/// Why nothing comes from a device for a while.
public enum CaptureInterruption: Equatable, Sendable {
    /// The device is gone.
    case device(CaptureError)
    /// The device is there, and nothing has come from it for so long.
    case stalled(Duration)
    /// The server is gone that it belongs to, with all its devices.
    case server(CaptureError)

    /// Whether it is the server's.
    public var isServer: Bool {
        if case .server = self { true } else { false }
    }
}

/// How a mixer makes a device quiet.
public enum Attenuation: Hashable, Sendable {
    /// It is muted.
    case muted
    /// Its volume is so low, in percent of that at which nothing is changed.
    case volume(percent: Int)
}

/// Why a source delivers what another device has.
public enum DeviceMove: Equatable, Sendable {
    /// It follows the default device, and that is another one now.
    case defaultChanged
    /// Somebody has moved it, with a mixer.
    case byMixer
    /// It is the window that has the focus, and that is another one now.
    case focusChanged
    /// It is the monitor that has the pointer, and that is another one now.
    case pointerMoved
}
