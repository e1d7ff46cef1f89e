package import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

extension X11Backend: ScreenBackend {
    /// The monitors that are on, at least one.
    package func monitors() throws(CaptureError) -> [MonitorDescription] {
        let list = try MonitorList(ScreenAccess.connect(to: displayName))
        return zip(list.devices, list.monitors).map { device, monitor in
            MonitorDescription(
                device: device,
                place: monitor.rect,
                isPrimary: device == list.primary,
                hasPointer: monitor == list.underPointer
            )
        }
    }

    /// The windows that people know as such.
    package func windows() throws(CaptureError) -> [WindowDescription] {
        let connection = try ScreenAccess.connect(to: displayName)
        return try explainingFailures { () throws(X11Error) in
            let active = try WindowList.active(connection)?.id
            var windows: [WindowDescription] = []
            for id in try WindowList.ids(connection) {
                // It may have been closed meanwhile.
                guard let device = try WindowList.device(withID: id, connection),
                    let description = try connection.description(ofWindow: id),
                    let state = try connection.state(ofWindow: id),
                    let place = try Self.place(ofWindow: id, connection)
                else { continue }
                windows.append(
                    WindowDescription(
                        device: device,
                        title: description.title,
                        className: description.className,
                        processIdentifier: description.processIdentifier,
                        place: place,
                        isShown: state.visibility == .shown,
                        isActive: device.id == active
                    )
                )
            }
            return windows
        }
    }
}
