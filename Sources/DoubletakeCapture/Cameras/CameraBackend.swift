package import DoubletakeMedia

/// A system that has cameras, and knows more of them than that they are there.
package protocol CameraBackend: CaptureBackend {
    /// The cameras that are there now, with what they say of themselves, in the order of their places.
    func cameras() throws(CaptureError) -> [CameraDescription]

    /// Opens several cameras, which deliver nothing before they are started, with formats that their buses have room for
    /// together; all of them or none.
    ///
    /// - Returns: their sources, in the order in which they were wanted.
    func openCameras(
        _ wanted: [(device: CaptureDevice, configuration: VideoSourceConfiguration)],
        clock: any MediaClock
    ) throws(CaptureError) -> [any VideoSource]

    /// Sets a control of a camera, also while it delivers.
    ///
    /// - Returns: what it is set to now.
    func set(_ setting: ControlSetting, of camera: CaptureDevice) throws(CaptureError) -> CameraControl
}
