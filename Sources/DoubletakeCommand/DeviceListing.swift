import DoubletakeCapture
import DoubletakeMedia

/// What `devices` prints, as JSON or as text.
struct DeviceListing: Encodable {
    /// A device that has nothing but a name.
    struct Device: Encodable {
        let id: String
        let name: String
    }

    /// A camera.
    struct Camera: Encodable {
        struct Format: Encodable {
            let codec: String
            let width: Int
            let height: Int
            let fps: Double
        }

        struct Control: Encodable {
            let name: String
            let value: String
            let standard: Int
            let access: String
            var minimum: Int?
            var maximum: Int?
            var step: Int?
            var choices: [String]?
        }

        let id: String
        let name: String
        let path: String
        let bus: String
        let position: String
        let authorization: String
        let help: String?
        let formats: [Format]
        let controls: [Control]
    }

    private(set) var monitors: [Monitor]?
    private(set) var windows: [Window]?
    private(set) var cameras: [Camera]?
    private(set) var applicationAudio: [Device]?
    private(set) var microphones: [Device]?
    private(set) var applications: [Device]?
    /// The lines for people.
    private var lines: [String] = []

    private enum CodingKeys: CodingKey {
        case monitors
        case windows
        case cameras
        case applicationAudio
        case microphones
        case applications
    }

    /// The whole as text.
    var text: String {
        lines.joined(separator: "\n")
    }

    /// Adds the devices of a category; nothing is added when they can't be listed.
    mutating func add(_ category: DevicesCommand.Category, in context: CommandContext) throws(CaptureError) {
        if category == .apps {
            let found = try context.listApplications()
            applications = found.map { Device(id: $0.id, name: $0.name) }
            lines.append("Applications that play (--app-audio):")
            lines += found.isEmpty ? ["  none"] : found.map { "  \($0.id)" }
            return
        }
        var lists: [[CaptureDevice]] = []
        for kind in category.kinds { lists.append(try context.listDevices(kind)) }
        let descriptions = category == .cameras ? try context.listCameras() : []
        let knownMonitors = category == .monitors ? try context.listMonitors() : []
        let knownWindows = category == .windows ? try context.listWindows() : []
        for (kind, devices) in zip(category.kinds, lists) {
            let plain = devices.map { Device(id: $0.id, name: $0.name) }
            switch kind {
            case .monitor, .screen: monitors = devices.map { Monitor($0, knownMonitors) }
            case .window: windows = devices.map { Window($0, knownWindows) }
            case .camera: cameras = devices.map { Camera($0, descriptions) }
            case .applicationAudio: applicationAudio = plain
            case .microphone: microphones = plain
            }
            lines.append(Self.title(of: kind))
            lines += devices.isEmpty ? ["  none"] : []
            for device in devices {
                lines.append("  \(device.id)\(device.name == device.id ? "" : "  \(device.name)")")
                if let description = descriptions.first(where: { $0.device.id == device.id }) {
                    lines += Self.lines(of: description)
                }
                lines += knownMonitors.filter { $0.device.id == device.id }.map { Self.line(of: $0) }
                lines += knownWindows.filter { $0.device.id == device.id }.map { Self.line(of: $0) }
            }
        }
    }

    private static func title(of kind: CaptureDevice.Kind) -> String {
        switch kind {
        case .monitor, .screen: "Monitors (--monitor):"
        case .window: "Windows (--window):"
        case .camera: "Cameras (--camera):"
        case .applicationAudio: "Sound of applications (--app-audio):"
        case .microphone: "Microphones (--mic):"
        }
    }

    private static func lines(of camera: CameraDescription) -> [String] {
        var lines = ["    at \(camera.path), \(camera.bus.isEmpty ? "" : "\(camera.bus), ")\(camera.position.rawValue)"]
        if let help = camera.authorization.help {
            lines.append("    \(camera.authorization.word.replacing("_", with: " ")): \(help)")
        }
        var kinds: [(name: String, rates: [String])] = []
        for format in camera.formats {
            let name = "\(format.codec.rawValue) \(format.size)"
            if let place = kinds.firstIndex(where: { $0.name == name }) {
                kinds[place].rates.append("\(format.rate)")
            } else {
                kinds.append((name, ["\(format.rate)"]))
            }
        }
        lines += kinds.map { "    \($0.name) at \($0.rates.joined(separator: ", ")) fps" }
        lines += camera.controls.map { control in
            let access = control.access == .settable ? "" : control.access == .inactive ? "; inactive" : "; read only"
            return "    \(control.name)=\(control.valueInWords) (\(control.valuesInWords)\(access))"
        }
        return lines
    }
}

extension DeviceListing.Camera {
    /// A camera with what it says of itself; a synthetic one says nothing.
    fileprivate init(_ device: CaptureDevice, _ descriptions: [CameraDescription]) {
        let description = descriptions.first { $0.device.id == device.id }
        id = device.id
        name = device.name
        path = description?.path ?? ""
        bus = description?.bus ?? ""
        position = (description?.position ?? .external).rawValue
        authorization = (description?.authorization ?? .authorized).word
        help = description?.authorization.help
        formats = (description?.formats ?? []).map { format in
            Format(
                codec: format.codec.rawValue,
                width: format.size.width,
                height: format.size.height,
                fps: (format.rate.framesPerSecond * 1000).rounded() / 1000
            )
        }
        controls = (description?.controls ?? []).map { Control($0) }
    }
}

extension DeviceListing.Camera.Control {
    fileprivate init(_ control: CameraControl) {
        name = control.name
        value = control.valueInWords
        standard = control.defaultValue
        access = control.access == .readOnly ? "read_only" : control.access.rawValue
        switch control.kind {
        case .integer(let range, let step): (minimum, maximum, self.step) = (range.lowerBound, range.upperBound, step)
        case .switched: choices = ["off", "on"]
        case .menu(let items): choices = items.map { CameraControl.name(of: $0.name) }
        }
    }
}
