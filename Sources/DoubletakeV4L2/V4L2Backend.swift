package import DoubletakeCapture
package import DoubletakeMedia

/// The kernel's cameras.
///
/// A camera's id is what udev makes of its maker, model and serial number, or else where it is plugged in: it is the
/// same after a restart and in another order of plugging. Each method looks anew, and lets go what it has opened; an open
/// source keeps its camera.
package struct V4L2Backend: CameraBackend {
    private let folder: CameraFolder

    /// Creates a backend; nothing is opened yet.
    ///
    /// - Parameter folder: where the cameras' files are: `video0` and so on, and `v4l/by-id` with their names.
    package init(folder: String = "/dev") {
        self.folder = CameraFolder(path: folder)
    }

    /// The cameras, in the order of the places where they are plugged in.
    package func devices(of kind: CaptureDevice.Kind) -> [CaptureDevice] {
        kind == .camera ? folder.cameras().map(\.device) : []
    }

    /// The one in front.
    package func defaultDevice(of kind: CaptureDevice.Kind) -> CaptureDevice? {
        kind == .camera ? Self.front(of: folder.cameras())?.device : nil
    }

    /// The camera that `name` means: its id, its name, its path, `front`, or `back`.
    ///
    /// `front` is the built-in one, or else the first; `back` is one that looks away, or else the next one.
    package func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        guard kind == .camera else { return nil }
        let all = folder.cameras()
        if let found = all.first(where: { $0.identity == name || $0.path == name }) { return found.device }
        switch name {
        case "front": return Self.front(of: all)?.device
        case "back": return Self.back(of: all)?.device
        default: break
        }
        let alike = all.filter { $0.card == name }
        if alike.count > 1 { throw .ambiguous(name: name, kind: .camera, matches: alike.map(\.identity)) }
        // A path in another folder is looked for there, now and when it has to be found again.
        return alike.first?.device ?? CameraFolder.holding(name)?.found.device.withID(name)
    }

    /// Opens a camera.
    package func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        let opener = try opener(device, configuration)
        return try CameraSource(opener, try opener.open(), clock: clock)
    }

    /// Opens several cameras with formats that their buses have room for together.
    package func openCameras(
        _ wanted: [(device: CaptureDevice, configuration: VideoSourceConfiguration)],
        clock: any MediaClock
    ) throws(CaptureError) -> [any VideoSource] {
        let openers = try wanted.map { device, configuration throws(CaptureError) in
            try opener(device, configuration)
        }
        return try CameraGroup(openers).open(clock: clock)
    }

    private func opener(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration
    ) throws(CaptureError) -> CameraOpener {
        guard device.kind == .camera else { throw noSuchDevice(device) }
        guard configuration.region == nil else {
            throw .unavailable(
                device: device.name,
                reason: "a camera has no parts to record",
                help: "Record all of it; crop=WxH+X+Y behind --camera shows a part."
            )
        }
        let place = try place(of: device)
        return CameraOpener(
            device: device,
            camera: place.found,
            folder: place.folder,
            settings: configuration.camera,
            rate: configuration.frameRate
        )
    }

    /// None: a camera's microphone belongs to the sound server.
    package func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }

    /// The cameras, with all that they say of themselves.
    package func cameras() throws(CaptureError) -> [CameraDescription] {
        var descriptions: [CameraDescription] = []
        for found in folder.cameras() {
            var (formats, controls): ([CameraFormat], [CameraControl]) = ([], [])
            if found.authorization == .authorized {
                do throws(SystemCallError) {
                    let node = try VideoNode(found.path)
                    formats = try node.formats()
                    controls = try node.controls().map(\.control)
                } catch {
                    // One that was pulled out in between is as good as not there.
                    continue
                }
            }
            descriptions.append(
                CameraDescription(
                    device: found.device,
                    path: found.path,
                    bus: found.bus,
                    position: found.position,
                    authorization: found.authorization,
                    formats: formats,
                    controls: controls
                )
            )
        }
        return descriptions
    }

    /// Sets a control of a camera, also while it delivers.
    package func set(_ setting: ControlSetting, of camera: CaptureDevice) throws(CaptureError) -> CameraControl {
        let place = try place(of: camera)
        let node: VideoNode
        do throws(SystemCallError) {
            node = try VideoNode(place.found.path)
        } catch {
            throw CaptureError(error, camera: camera.name)
        }
        return try CameraControls(node, camera: camera).set(setting)
    }

    private func place(of device: CaptureDevice) throws(CaptureError) -> CameraFolder.Place {
        if let found = folder.camera(device.id) { return CameraFolder.Place(folder: folder, found: found) }
        guard let place = CameraFolder.holding(device.id) else { throw noSuchDevice(device) }
        return place
    }

    private func noSuchDevice(_ device: CaptureDevice) -> CaptureError {
        .noSuchDevice(name: device.id, kind: device.kind, available: devices(of: device.kind).map(\.id))
    }

    private static func front(of cameras: [FoundCamera]) -> FoundCamera? {
        cameras.first { $0.position == .front } ?? cameras.first { $0.position != .back } ?? cameras.first
    }

    private static func back(of cameras: [FoundCamera]) -> FoundCamera? {
        let front = front(of: cameras)?.identity
        let others = cameras.filter { $0.identity != front }
        return others.first { $0.position == .back } ?? others.first
    }
}

extension CaptureDevice {
    /// The same device by another id: the one that it was asked for by.
    fileprivate func withID(_ id: String) -> CaptureDevice {
        CaptureDevice(id: id, name: name, kind: kind)
    }
}
