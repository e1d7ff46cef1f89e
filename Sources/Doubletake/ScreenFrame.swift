package import DoubletakeCapture
import DoubletakeMedia
import DoubletakeX11

/// The frame on the screen around what is recorded.
package struct ScreenFrame: Sendable {
    /// Why a film begins.
    package enum Occasion: Sendable {
        /// Somebody has pressed a key, and sees that it was heard, also where the frame has no room.
        case press
        /// It was to begin by itself.
        case plan
    }

    /// Shows it; comes back at once.
    package let show: @Sendable () -> Void
    /// Takes it away; it must be called, once.
    package let remove: @Sendable () -> Void

    /// Creates a frame that does these things.
    package init(show: @escaping @Sendable () -> Void, remove: @escaping @Sendable () -> Void) {
        (self.show, self.remove) = (show, remove)
    }

    /// Makes it on the display that the environment names, where there is one; comes back at once.
    ///
    /// - Parameters:
    ///   - picture: what is recorded.
    ///   - configuration: which part of it.
    ///   - occasion: why the film begins.
    /// - Returns: the frame; nil where there is nothing to put it around.
    package static func make(
        around picture: CaptureDevice,
        _ configuration: RecordingConfiguration,
        at occasion: Occasion
    ) -> ScreenFrame? {
        switch picture.kind {
        case .monitor, .screen, .window: break
        case .camera, .applicationAudio, .microphone: return nil
        }
        var region: PixelRect?
        if case .region(let part, _) = configuration.picture { region = part }
        do throws(SystemCallError) {
            let frame = try RecordingFrame(
                around: picture,
                region: region,
                substitute: occasion == .press ? .mark : .nothing
            )
            return ScreenFrame(show: { frame.show() }, remove: { frame.stop() })
        } catch {
            // No thread is left for it: the film needs what there is.
            return nil
        }
    }
}
