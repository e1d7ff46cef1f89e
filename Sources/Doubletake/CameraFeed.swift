import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

/// What a camera of a scene delivers, for whoever wants it beside the scene: its pictures as they come, and what happens to
/// it.
final class CameraFeed: Sendable {
    /// What comes of a camera.
    enum Delivery: Sendable {
        case picture(VideoFrame)
        case event(CaptureEvent)
    }

    /// The camera.
    let device: CaptureDevice
    /// What it was called when it was chosen.
    let selection: String
    /// How its picture looks in the scene.
    let style: TileStyle
    /// The size of its pictures when it was opened.
    let displaySize: PixelSize
    /// Where its deliveries go, on its own thread.
    let outputs = Tee<Delivery>()

    /// Creates the feed of a scene's member; nothing comes before the scene is started.
    init(of member: SceneSource.Member) {
        device = member.source.device
        selection = member.selection
        style = member.style
        displaySize = member.source.displaySize
    }
}
