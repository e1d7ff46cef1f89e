import DoubletakeCapture
import DoubletakeMedia

extension DeviceListing {
    /// A monitor; of a synthetic one nothing but its name is known.
    struct Monitor: Encodable {
        let id: String
        let name: String
        let x: Int?
        let y: Int?
        let width: Int?
        let height: Int?
        let primary: Bool?
        let pointer: Bool?

        init(_ device: CaptureDevice, _ descriptions: [MonitorDescription]) {
            let description = descriptions.first { $0.device.id == device.id }
            (id, name) = (device.id, device.name)
            (x, y) = (description?.place.x, description?.place.y)
            (width, height) = (description?.place.width, description?.place.height)
            (primary, pointer) = (description?.isPrimary, description?.hasPointer)
        }
    }

    /// A window.
    struct Window: Encodable {
        let id: String
        let name: String
        let title: String?
        let `class`: String?
        let pid: Int?
        let x: Int?
        let y: Int?
        let width: Int?
        let height: Int?
        let shown: Bool?
        let active: Bool?

        init(_ device: CaptureDevice, _ descriptions: [WindowDescription]) {
            let description = descriptions.first { $0.device.id == device.id }
            (id, name) = (device.id, device.name)
            (title, `class`, pid) = (description?.title, description?.className, description?.processIdentifier)
            (x, y) = (description?.place.x, description?.place.y)
            (width, height) = (description?.place.width, description?.place.height)
            (shown, active) = (description?.isShown, description?.isActive)
        }
    }

    /// What people read of a monitor.
    static func line(of monitor: MonitorDescription) -> String {
        let words =
            [monitor.place.description] + (monitor.isPrimary ? ["primary"] : [])
            + (monitor.hasPointer ? ["has the pointer"] : [])
        return "    \(words.joined(separator: ", "))"
    }

    /// What people read of a window.
    static func line(of window: WindowDescription) -> String {
        let words =
            [window.place.description] + (window.className.isEmpty ? [] : ["class \(window.className)"])
            + (window.processIdentifier.map { ["process \($0)"] } ?? []) + (window.isActive ? ["has the focus"] : [])
            + (window.isShown ? [] : ["isn't shown"])
        return "    \(words.joined(separator: ", "))"
    }
}
