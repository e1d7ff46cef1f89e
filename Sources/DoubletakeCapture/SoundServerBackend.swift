/// A system whose sound belongs to a server, through which applications play.
package protocol SoundServerBackend: CaptureBackend {
    /// The applications that play now, as the sources that record one of them alone.
    func applications() throws(CaptureError) -> [CaptureDevice]

    /// Whether the server may be used.
    func authorization() -> DeviceAuthorization
}
