/// A system that has cameras, and knows more of them than that they are there.
package protocol CameraBackend: CaptureBackend {
    /// The cameras that are there now, with what they say of themselves, in the order of their places.
    func cameras() throws(CaptureError) -> [CameraDescription]

    /// Sets a control of a camera, also while it delivers.
    ///
    /// - Returns: what it is set to now.
    func set(_ setting: ControlSetting, of camera: CaptureDevice) throws(CaptureError) -> CameraControl
}
