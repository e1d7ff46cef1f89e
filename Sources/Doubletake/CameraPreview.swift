package import DoubletakeCapture
import DoubletakeComposition
package import DoubletakeMedia
package import DoubletakePreview

/// Cameras in a window of their own, whose picture can be recorded as any window's.
///
/// It opens the cameras that a configuration names and shows them until it is closed. What is recorded of it is
/// `recordedConfiguration`: the window, so that what was seen is in the film. Its methods may block and belong on no task,
/// except for `rearrange`, `update` and those that answer at once.
package final class CameraPreview: Sendable {
    /// How the preview's picture is recorded: the configuration that it was opened with, with its window as the picture.
    package let recordedConfiguration: RecordingConfiguration
    /// The cameras.
    package let cameras: [CaptureDevice]

    private let scene: SceneSource
    private let window: PreviewWindow

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
        var configuration = configuration
        configuration.picture = .cameras
        configuration.sources = []
        do throws(CaptureError) {
            let members = try DeviceChoice.members(configuration, backends: backends, clock: clock)
            if configuration.size == nil {
                let natural = SceneSource(members, configuration, clock: clock).displaySize
                configuration.size = try PreviewWindow.roomySize(for: natural, display: display)
            }
            let scene = SceneSource(members, configuration, clock: clock)
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
            cameras = scene.cameras
            configuration.picture = .window(window.pictureID)
            // The film has the picture area's own size.
            configuration.size = nil
            configuration.cameras = []
            configuration.layout = nil
            configuration.cursor = .hidden
            recordedConfiguration = configuration
            window.update { $0.layout = scene.currentArrangement.layout.name }
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

    /// The layout that comes after the present one; the last is followed by the first.
    package func nextLayout(pictureInPicture: Layout) -> Layout {
        let name = scene.currentArrangement.layout.name
        let index = Layout.all.firstIndex { $0.name == name } ?? 0
        let next = Layout.all[(index + 1) % Layout.all.count]
        return next.name == pictureInPicture.name ? pictureInPicture : next
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

    private func shown(_ arrangement: SceneArrangement) -> PictureArrangement {
        window.update { $0.layout = arrangement.layout.name }
        return scene.description(of: arrangement)
    }
}
