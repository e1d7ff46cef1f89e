/// A system that has monitors and windows, and knows more of them than that they are there.
package protocol ScreenBackend: CaptureBackend {
    /// The monitors that are on, with what is known of them, in the order of the devices.
    func monitors() throws(CaptureError) -> [MonitorDescription]

    /// The windows that there are, with what their programs say of them, in the order of the devices.
    func windows() throws(CaptureError) -> [WindowDescription]
}
