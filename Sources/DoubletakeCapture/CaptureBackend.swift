package import DoubletakeMedia

/// A system that has devices: an X server, a sound server, the kernel's cameras, the synthetic ones.
///
/// One conformer is a folder of its own in an adapter, and one entry in `Backends.system`. Its methods may be called
/// from any thread; they may block for a moment and belong on no task.
package protocol CaptureBackend: Sendable {
    /// The devices of a kind that are there now.
    func devices(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice]

    /// The device of a kind that a person means who names none; nil when this backend has none to offer.
    func defaultDevice(of kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice?

    /// The device of a kind that `name` means: its id, its name, or a word such as `primary`; nil when there is none.
    func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice?

    /// Opens a device that delivers pictures. It delivers nothing before it is started.
    func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource

    /// Opens a device that delivers sound. It delivers nothing before it is started.
    func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource

    /// Opens the sound that a person means who names none, and stays with what that is when it changes; nil when this
    /// backend has none to offer.
    func openDefaultAudio(
        _ kind: CaptureDevice.Kind,
        clock: any MediaClock
    ) throws(CaptureError) -> (any AudioSource)?
}

extension CaptureBackend {
    /// The device whose id is `name`, or else the first whose name it is.
    package func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        let all = try devices(of: kind)
        return all.first { $0.id == name } ?? all.first { $0.name == name }
    }

    /// Opens the device that is the default one now.
    package func openDefaultAudio(
        _ kind: CaptureDevice.Kind,
        clock: any MediaClock
    ) throws(CaptureError) -> (any AudioSource)? {
        guard let device = try defaultDevice(of: kind) else { return nil }
        return try openAudio(device, clock: clock)
    }
}
