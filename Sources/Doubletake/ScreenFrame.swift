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
        guard picture.kind.isOfDisplay else { return nil }
        // What of the screen is recorded beside it would have the frame in it; a window has only what is its own.
        let others = configuration.screenPictures.dropFirst()
        guard others.allSatisfy({ if case .window = $0 { true } else { false } }) else { return nil }
        var region: PixelRect?
        if case .region(let part, _) = configuration.mainPicture { region = part }
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
