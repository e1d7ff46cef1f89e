package import DoubletakeCapture
import DoubletakePulseAudio
import DoubletakeV4L2
import DoubletakeX11

/// The systems that this build can capture from.
package enum Backends {
    /// All of them, in the order in which a name is looked up.
    ///
    /// A new source is a folder of its own and an entry here.
    package static let system: [any CaptureBackend] = [
        SyntheticBackend(), X11Backend(), PulseAudioBackend(), V4L2Backend(),
    ]
}
