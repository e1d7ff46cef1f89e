import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import Synchronization

/// A camera on its way to a file of its own: its pictures as that file shows them, and the stage that says which are in it.
///
/// The file shows all of what the camera sees, turned as it was wanted, and never mirrored, cropped or labelled: that is for
/// the film in which it is one of several. While the camera delivers nothing, it shows a placeholder.
final class CameraTrack: Sendable {
    /// How many pictures wait for the stage: what a busy machine delays is still in the file.
    ///
    /// Fewer, and pictures are lost that the encoder had time for; more, and every canvas may be held.
    private static let waitingPictures = 4

    private struct Tile {
        var compositor: SceneCompositor
        /// Whether a picture has been made, if only of the placeholder.
        var isShown = false
    }

    /// The camera.
    let feed: CameraFeed
    /// Its name on the road.
    let source: SampleBufferSource
    /// The size of its file's pictures.
    let displaySize: PixelSize

    private let tile: ConditionLock<Tile>
    private let stage: PictureStage
    private let clock: any MediaClock
    private let subscription = ConditionLock<Tee<CameraFeed.Delivery>.OutputID?>(nil)
    private let lostCount = Atomic(0)

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - number: which of the cameras it is, from 1: 0 is the film's own picture.
    ///   - output: takes the pictures of the camera's file, on the stage's thread.
    ///   - filmEnded: called when nothing more of a film will come.
    init(
        _ feed: CameraFeed,
        number: Int,
        _ configuration: RecordingConfiguration,
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void,
        filmEnded: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        self.feed = feed
        self.clock = clock
        source = SampleBufferSource(.video, number: number)
        let style = TileStyle(rotation: feed.style.rotation)
        displaySize = style.shownSize(of: feed.displaySize)
        let compositor = SceneCompositor(
            canvasSize: displaySize,
            sources: [SceneCompositor.Source(name: feed.device.name, style: style, size: feed.displaySize)],
            arrangement: SceneArrangement(layout: .single, sourceCount: 1)
        )
        tile = ConditionLock(Tile(compositor: compositor))
        stage = try PictureStage(
            of: source,
            rate: configuration.frameRate,
            timing: configuration.timing,
            canvasSize: displaySize,
            color: .bt709Limited,
            waitingPictures: Self.waitingPictures,
            clock: clock,
            output: output,
            filmEnded: filmEnded
        )
    }

    /// How many pictures of the present film were lost on the way.
    var droppedCount: Int {
        stage.currentCounts.dropped + lostCount.load(ordering: .relaxed)
    }

    /// Begins to take what the camera delivers.
    func start() {
        let id = feed.outputs.add { [self] in take($0) }
        subscription.withLock { $0 = id }
    }

    /// Tells the stage about the film; never blocks.
    func tell(_ command: FilmCommand) {
        switch command {
        case .begin: lostCount.store(0, ordering: .relaxed)
        // A film has a picture, also of a camera that has never delivered one.
        case .end(let end): if tile.read({ !$0.isShown }) { show(at: end) { _ in } }
        case .abandon: break
        }
        stage.tell(command)
    }

    /// Wants a picture of that instant, also when nothing has changed there; never blocks.
    func show(at instant: MediaTime) {
        stage.show(at: instant)
    }

    /// Ends the stage, with its film if there is one; nothing more is taken.
    func close() {
        let id = subscription.withLock { id in
            defer { id = nil }
            return id
        }
        if let id { feed.outputs.remove(id) }
        stage.close()
    }

    private func take(_ delivery: CameraFeed.Delivery) {
        switch delivery {
        case .picture(let frame): show(at: frame.time) { $0.show(frame, of: 0) }
        case .event(.interrupted), .event(.failed): show(at: clock.now) { $0.lose(0) }
        case .event(.framesDropped(_, let count)): lostCount.add(count, ordering: .relaxed)
        case .event: break
        }
    }

    private func show(at time: MediaTime, _ change: (inout SceneCompositor) -> Void) {
        let frame = tile.withLock { tile in
            change(&tile.compositor)
            tile.isShown = true
            return tile.compositor.compose(at: time)
        }
        if let frame { stage.offer(frame) } else { lostCount.add(1, ordering: .relaxed) }
    }
}
