package import DoubletakeCapture
package import DoubletakeComposition
package import DoubletakeMedia
package import DoubletakePreview

/// Cameras in a window of their own, whose picture can be recorded as any window's.
///
/// It opens the cameras that a configuration names and shows them until it is closed. What is recorded of it is
/// `recordedConfiguration`: the window, so that what was seen is in the film. What it does with devices blocks and belongs
/// on no task; what it does with pictures and words never does.
package final class CameraPreview: Sendable {
    /// How the preview's picture is recorded: the configuration that it was opened with, with its window as the picture.
    package let recordedConfiguration: RecordingConfiguration

    /// What each of the cameras delivers.
    var feeds: [CameraFeed] {
        scene.feeds
    }

    let scene: SceneSource
    let window: PreviewWindow
    let backends: [any CaptureBackend]
    let clock: any MediaClock
    /// What was wanted of the cameras when it was opened.
    let configuration: RecordingConfiguration
    /// What is wanted of their pictures now.
    let format: ConditionLock<CameraFormatRequest>

    /// Opens the cameras and the window, and shows what they see.
    ///
    /// - Parameters:
    ///   - configuration: its cameras, layout and size are the window's; the rest is for the film.
    ///   - display: the display's name; nil for the one that the environment names.
    ///   - warn: takes what happens to the cameras; any thread.
    ///   - handler: takes what a person does with the window, on its thread.
    package init(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend] = Backends.system,
        display: String? = nil,
        clock: any MediaClock = MonotonicClock(),
        warn: @escaping @Sendable (RecordingWarning) -> Void,
        handler: @escaping @Sendable (PreviewEvent) -> Void
    ) throws(RecordingError) {
        var wanted = configuration
        wanted.picture = .cameras
        wanted.sources = []
        do throws(CaptureError) {
            let cameras = SceneCameras(wanted, backends: backends, clock: clock)
            let members = try cameras.openAll(exchange: .possible)
            if wanted.size == nil {
                let natural = SceneSource(members, wanted, clock: clock).displaySize
                wanted.size = try PreviewWindow.roomySize(for: natural, display: display)
            }
            let scene = SceneSource(members, wanted, clock: clock)
            let title = scene.device.name + " - Doubletake"
            let window = try PreviewWindow(
                display: display,
                title: title,
                size: scene.displaySize,
                clock: clock,
                handler: handler
            )
            self.scene = scene
            self.window = window
            self.backends = backends
            self.clock = clock
            self.configuration = wanted
            format = ConditionLock(wanted.cameraSettings.format)
            recordedConfiguration = wanted.recording(window: window.pictureID)
            do throws(CaptureError) {
                try scene.start(
                    VideoSourceOutput(
                        deliver: { window.show($0) },
                        report: { if let warning = RecordingWarning(camera: $0) { warn(warning) } }
                    )
                )
            } catch {
                window.close()
                throw error
            }
        } catch {
            throw .capture(error)
        }
        tellChoices()
    }

    /// As the initializer, on a thread that may block.
    package static func open(
        _ configuration: RecordingConfiguration,
        warn: @escaping @Sendable (RecordingWarning) -> Void,
        handler: @escaping @Sendable (PreviewEvent) -> Void
    ) async throws(RecordingError) -> CameraPreview {
        try await onThread("preview") { () throws(RecordingError) in
            try CameraPreview(configuration, warn: warn, handler: handler)
        }
    }

    /// The cameras.
    package var cameras: [CaptureDevice] {
        scene.cameras
    }

    /// Changes what the strip below the picture tells; never blocks.
    package func update(_ change: (inout PreviewStatus) -> Void) {
        window.update(change)
    }

    /// Exchanges the first two pictures; never blocks.
    package func swapPictures() -> PictureArrangement {
        shown(scene.rearrange { $0.swap() })
    }

    /// Places the pictures in another way; never blocks.
    package func setLayout(_ layout: Layout) -> PictureArrangement {
        shown(scene.rearrange { $0.layout = layout })
    }

    /// Shows or hides a camera's picture, or all of them; never blocks.
    package func setCamera(
        _ visibility: ScreenRecorder.CameraVisibility,
        _ camera: String?
    ) throws(RecordingError) -> PictureArrangement {
        let meant = try scene.cameras(named: camera)
        return shown(scene.rearrange { $0.setVisibility(visibility, of: meant) })
    }

    /// Shows the camera in a place if it is hidden, and hides it if it is shown; never blocks.
    package func toggleCamera(inPlace place: Int) -> PictureArrangement {
        shown(scene.rearrange { $0.setVisibility(.toggled, of: [place]) })
    }

    /// Moves the small picture's upper left corner to a place, or as near to it as the margins let it; never blocks.
    ///
    /// Where nothing can be moved, nothing is.
    package func moveSmallPicture(to point: PreviewPoint) {
        let size = scene.displaySize
        let arrangement = scene.rearrange { arrangement in
            guard let movement = arrangement.layout.movement, let tile = scene.smallPicture(in: arrangement) else {
                return
            }
            let (x, y) = (point.x * Double(size.width), point.y * Double(size.height))
            arrangement.layout = movement.moved(movement.place(tile.size, x, y, size).snapped)
        }
        _ = shown(arrangement)
    }

    /// Does something with the preview that may block, on a thread of its own.
    package func onOwnThread(
        _ work: @escaping @Sendable (CameraPreview) throws(RecordingError) -> Void
    ) async throws(RecordingError) {
        try await onThread("preview choice") { [self] () throws(RecordingError) in try work(self) }
    }

    /// Closes the window and the cameras; more than once is harmless.
    package func close() {
        scene.stop()
        window.close()
    }

    /// As `close()`, on a thread that may block.
    package func closeOnThread() async {
        do throws(RecordingError) {
            try await onThread("preview") { [self] () throws(RecordingError) in close() }
        } catch {
            // No thread is left for it: then this one waits.
            close()
        }
    }

    /// Tells of what is shown now.
    func shown(_ arrangement: SceneArrangement) -> PictureArrangement {
        let (size, movable) = (scene.displaySize, scene.smallPicture(in: arrangement))
        let cameras = scene.members.enumerated().map { index, member in
            PreviewStatus.Camera(device: member.source.device.id, isShown: !arrangement.hidden.contains(index))
        }
        window.update { status in
            status.layout = arrangement.layout.name
            status.canvasSize = size
            status.movable = arrangement.layout.movement == nil ? nil : movable
            status.cameras = cameras
        }
        return scene.description(of: arrangement)
    }
}

extension RecordingConfiguration {
    /// The same for the film of a window that shows the cameras.
    fileprivate func recording(window: String) -> RecordingConfiguration {
        var configuration = self
        configuration.picture = .window(window)
        // The film has the picture area's own size.
        configuration.size = nil
        configuration.cameras = []
        configuration.layout = nil
        configuration.cursor = .hidden
        // The strip has meters.
        configuration.levelMeters = .always
        return configuration
    }
}

extension SceneSource {
    /// Where the pictures are that are shown, each with the number of its source, the lowest first.
    func tiles(in arrangement: SceneArrangement) -> [(source: Int, placement: Placement)] {
        let shown = arrangement.shown
        let pictures = shown.map { index in
            let member = members[index]
            let style = arrangement.styles[index] ?? member.style
            return Layout.Picture(size: style.shownSize(of: member.source.displaySize), gravity: member.gravity)
        }
        let placements = arrangement.layout.placements(of: pictures, in: displaySize)
        return Array(zip(shown, placements))
    }

    /// Where the second picture is; nil when only one is shown.
    func smallPicture(in arrangement: SceneArrangement) -> PixelRect? {
        tiles(in: arrangement).dropFirst().first?.placement.area
    }
}
