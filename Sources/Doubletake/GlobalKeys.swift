package import DoubletakeCapture
package import DoubletakeControl
package import DoubletakeMedia
import DoubletakeX11

/// Keys that work wherever the focus is.
package enum GlobalKeys {
    /// What is heard.
    package enum Event: Sendable {
        /// Somebody pressed the key.
        case pressed(PressEvent)
        /// The key can't be had any more, as after a change of the keyboard's layout.
        case unavailable(CaptureError)
    }

    /// Listens to a key on the display that the environment names.
    ///
    /// - Parameters:
    ///   - mode: whether the key is taken from all other programs.
    ///   - clock: the recording's clock, which the presses' times are on.
    ///   - handler: takes what is heard; called on a thread of the listener's own, and must not block.
    /// - Returns: what gives the key back; it must be called.
    /// - Throws: `CaptureError.unavailable` with the key as its subject.
    package static func listen(
        to key: KeyDescription,
        mode: KeyMode,
        clock: any MediaClock,
        handler: @escaping @Sendable (Event) -> Void
    ) throws(CaptureError) -> @Sendable () -> Void {
        do throws(HotKeyError) {
            let listener = try HotKeyListener(keys: [(key, key)], mode: mode, clock: clock) { event in
                switch event {
                case .pressed(_, let time): handler(.pressed(PressEvent(time: time, source: .key)))
                case .unavailable(_, let error), .ended(let error):
                    handler(.unavailable(captureError(for: key, error)))
                }
            }
            return { listener.stop() }
        } catch {
            throw captureError(for: key, error)
        }
    }

    private static func captureError(for key: KeyDescription, _ error: HotKeyError) -> CaptureError {
        .unavailable(device: key.description, reason: error.reason, help: error.help)
    }
}
