import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
package import DoubletakePreview

/// What can be chosen of the cameras themselves. All of it asks devices, so it blocks.
extension CameraPreview {
    /// Tells of everything that can be chosen now.
    package func tellChoices() {
        let (devices, torch) = (choosableDevices(), findTorch())
        let arrangement = scene.currentArrangement
        let (mirroring, format) = (mirroring(of: arrangement), Self.name(of: format.read { $0 }))
        window.update { status in
            status.layouts = Layout.all.map(\.name)
            status.formats = CameraFormatRequest.presets.map(\.name)
            status.devices = devices
            status.mirroring = mirroring
            status.format = format
            status.torch = torch.map { $0.torch.isOn ? .on : .off } ?? .absent
        }
        _ = shown(arrangement)
    }

    /// Puts a camera into another one's place.
    ///
    /// - Throws: why it can't be had; then the one before is there again.
    package func setDevice(_ id: String, inPlace place: Int) throws(RecordingError) {
        defer { tellChoices() }
        do throws(CaptureError) {
            let match = try CaptureDevice.find(id, .camera, in: backends)
            guard scene.members.indices.contains(place), scene.members[place].source.device.id != match.device.id else {
                return
            }
            try exchange(place, for: match, format.read { $0 })
            // What was called for the camera is called for the new one.
            let member = scene.members[place]
            if configuration.cameraLabels == .all, configuration.cameras[place].style.label == nil {
                scene.rearrange { arrangement in
                    arrangement.styles[place, default: member.style].label = match.device.name
                }
            }
        } catch {
            throw .capture(error)
        }
    }

    /// Has all cameras deliver pictures of another size.
    ///
    /// - Throws: why one of them can't; that one is as before.
    package func setFormat(_ name: String) throws(RecordingError) {
        guard let request = CameraFormatRequest(name) else { return }
        defer { tellChoices() }
        format.withLock { $0 = request }
        var failure: CaptureError?
        for (place, member) in scene.members.enumerated() {
            do throws(CaptureError) {
                let match = try CaptureDevice.find(member.source.device.id, .camera, in: backends)
                try exchange(place, for: match, request)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw .capture(failure) }
    }

    private func exchange(
        _ place: Int,
        for match: CaptureDevice.Match,
        _ format: CameraFormatRequest
    ) throws(CaptureError) {
        guard let source = scene.members[place].source as? ExchangeableSource else {
            preconditionFailure("a preview opens its cameras so that they can be exchanged")
        }
        let (settings, clock) = (configuration.cameraSourceSettings(format), clock)
        try source.exchange { () throws(CaptureError) in
            try match.backend.openVideo(match.device, settings, clock: clock)
        }
    }

    /// Exchanges left and right of some cameras' pictures; never blocks.
    package func setMirroring(_ mirroring: PreviewMirroring) {
        let front = frontPlace
        scene.rearrange { arrangement in
            for (place, member) in scene.members.enumerated() {
                let isMirrored = mirroring == .all || mirroring == .front && place == front
                arrangement.styles[place, default: member.style].mirroring = isMirrored ? .horizontal : .none
            }
        }
        window.update { $0.mirroring = mirroring }
    }

    /// Switches the lamp on or off.
    package func toggleTorch() throws(RecordingError) {
        guard let (torch, device, backend) = findTorch() else { return }
        defer { tellChoices() }
        do throws(CaptureError) {
            _ = try backend.set(torch.isOn ? torch.off : torch.on, of: device)
        } catch {
            throw .capture(error)
        }
    }

    private var frontPlace: Int {
        scene.members.firstIndex { $0.selection == "front" } ?? 0
    }

    private func mirroring(of arrangement: SceneArrangement) -> PreviewMirroring {
        let mirrored = scene.members.indices.filter { place in
            (arrangement.styles[place] ?? scene.members[place].style).mirroring == .horizontal
        }
        if mirrored.isEmpty { return .none }
        return mirrored == [frontPlace] ? .front : .all
    }

    private static func name(of format: CameraFormatRequest) -> String {
        CameraFormatRequest.presets.first { $0.request == format }?.name ?? format.size.description
    }

    /// The cameras that there are now; test pictures only for who has asked for one.
    private func choosableDevices() -> [PreviewStatus.Device] {
        let present = cameras
        let isTesting = present.contains { SyntheticBackend.owns($0) }
        var devices: [CaptureDevice] = []
        for backend in backends {
            do throws(CaptureError) {
                devices += try backend.devices(of: .camera)
            } catch {
                // What can't be asked has nothing to choose; the cameras that are open tell themselves what they lack.
                continue
            }
        }
        let offered = devices.filter { isTesting || !SyntheticBackend.owns($0) }
        let missing = present.filter { camera in !offered.contains { $0.id == camera.id } }
        return (missing + offered).map { PreviewStatus.Device(id: $0.id, name: $0.name) }
    }

    /// What becomes of a wish for an exposure.
    package enum Exposure: Hashable, Sendable {
        /// The camera sets it by that point.
        case atPoint
        /// The camera only knows all of its picture.
        case ofPicture(CaptureDevice)
        /// No camera is there.
        case nowhere
    }

    /// Has the camera whose picture is at a place of the window set its exposure by what is there, where it can.
    package func expose(at point: PreviewPoint) throws(RecordingError) -> Exposure {
        guard let (camera, place) = cameraPoint(at: point) else { return .nowhere }
        let wanted = ["exposure_point_x": place.x, "exposure_point_y": place.y]
        guard let (controls, backend) = findControls(of: camera),
            wanted.keys.allSatisfy({ name in controls.contains { $0.name == name && $0.access == .settable } })
        else { return .ofPicture(camera) }
        do throws(CaptureError) {
            for (name, part) in wanted.sorted(by: { $0.key < $1.key }) {
                _ = try backend.set(ControlSetting(name: name, value: "\(Int((part * 100).rounded()))"), of: camera)
            }
            return .atPoint
        } catch {
            throw .capture(error)
        }
    }

    /// The camera whose picture is at a place of the window, and the point of its own picture; nil where there is none.
    func cameraPoint(at point: PreviewPoint) -> (camera: CaptureDevice, place: PicturePoint)? {
        let (size, arrangement) = (scene.displaySize, scene.currentArrangement)
        let (x, y) = (point.x * Double(size.width), point.y * Double(size.height))
        for (index, placement) in scene.tiles(in: arrangement).reversed() {
            guard let shown = PicturePoint(canvasX: x, canvasY: y, in: placement) else { continue }
            let member = scene.members[index]
            let style = arrangement.styles[index] ?? member.style
            return (member.source.device, shown.withoutStyle(style, of: member.source.displaySize))
        }
        return nil
    }

    /// What a camera can be set to, and by whom; nil for a camera that nobody knows the controls of.
    private func findControls(
        of camera: CaptureDevice
    ) -> (controls: [CameraControl], backend: any CameraBackend)? {
        for backend in backends {
            guard let backend = backend as? any CameraBackend else { continue }
            do throws(CaptureError) {
                let found = try backend.cameras().first { $0.device.id == camera.id }
                if let found { return (found.controls, backend) }
            } catch {
                // The camera that is open tells itself what it lacks.
                continue
            }
        }
        return nil
    }

    /// The first lamp of the cameras that are open.
    private func findTorch() -> (torch: CameraTorch, device: CaptureDevice, backend: any CameraBackend)? {
        for camera in cameras {
            guard let (controls, backend) = findControls(of: camera), let torch = CameraTorch(controls) else {
                continue
            }
            return (torch, camera, backend)
        }
        return nil
    }
}
