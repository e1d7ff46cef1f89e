package import DoubletakeCapture
import DoubletakeMedia
import DoubletakeX11

/// The frame on the screen around what is recorded.
package enum ScreenFrame {
    /// Shows it on the display that the environment names, where there is one; comes back at once.
    ///
    /// - Parameters:
    ///   - picture: what is recorded.
    ///   - configuration: which part of it.
    /// - Returns: what takes it away; it must be called.
    package static func show(
        around picture: CaptureDevice,
        _ configuration: RecordingConfiguration
    ) -> @Sendable () -> Void {
        switch picture.kind {
        case .monitor, .screen, .window: break
        case .camera, .applicationAudio, .microphone: return {}
        }
        var region: PixelRect?
        if case .region(let part, _) = configuration.picture { region = part }
        do throws(SystemCallError) {
            let frame = try RecordingFrame(around: picture, region: region)
            return { frame.stop() }
        } catch {
            // No thread is left for it: the film needs what there is.
            return {}
        }
    }
}
