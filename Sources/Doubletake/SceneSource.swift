import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

/// Several sources as one: their pictures are composed on a thread of its own, and come out as one source's.
///
/// A camera that is lost leaves a placeholder, and is shown again once it delivers; whether the film goes on without
/// another source is for who hears of the event to decide.
final class SceneSource: VideoSource {
    /// A source in the scene.
    struct Member: Sendable {
        let source: any VideoSource
        /// What it was called when it was chosen.
        let selection: String
        let style: TileStyle
        let gravity: PictureGravity?
    }

    /// What is told to the thread.
    private struct Input: Sendable {
        /// The newest picture of each source.
        var frames: [Int: VideoFrame] = [:]
        var events: [(source: Int, event: CaptureEvent)] = []
        var arrangement: SceneArrangement?

        static func merge(_ earlier: Input, _ later: Input) -> Input {
            var merged = later
            merged.frames = earlier.frames.merging(later.frames) { $1.superseding($0) }
            merged.events = earlier.events + later.events
            merged.arrangement = later.arrangement ?? earlier.arrangement
            return merged
        }
    }

    /// How long the first canvas waits for a picture of every source.
    ///
    /// Longer, and a camera that doesn't start keeps the rest waiting; shorter, and a film that begins at once begins with
    /// placeholders.
    private static let patience = Duration.milliseconds(700)

    let device: CaptureDevice
    let format = PixelFormat.i420
    let displaySize: PixelSize
    let color = ColorDescription.bt709Limited
    /// The sources, in their own order.
    let members: [Member]
    /// What each of the members delivers.
    private let memberFeeds: [CameraFeed]

    private let inbox: LatestValue<Input>
    private let arrangement: ConditionLock<SceneArrangement>
    private let interval: Duration
    private let clock: any MediaClock
    private let thread = ConditionLock<WorkerThread?>(nil)

    /// Creates a scene of sources that aren't started.
    ///
    /// - Parameters:
    ///   - device: what the scene is called.
    ///   - canvasSize: the size of its pictures.
    ///   - rate: the most pictures a second.
    init(
        device: CaptureDevice,
        members: [Member],
        layout: Layout,
        canvasSize: PixelSize,
        rate: FrameRate,
        clock: any MediaClock
    ) {
        self.device = device
        self.members = members
        memberFeeds = members.map { CameraFeed(of: $0) }
        displaySize = canvasSize
        interval = rate.frameDuration
        self.clock = clock
        inbox = LatestValue(clock: clock, merge: Input.merge)
        arrangement = ConditionLock(SceneArrangement(layout: layout, sourceCount: members.count))
    }

    /// Creates a scene of what a configuration names: what else is recorded, if anything, and cameras.
    convenience init(_ members: [Member], _ configuration: RecordingConfiguration, clock: any MediaClock) {
        let isOfCameras = configuration.mainPicture == .cameras
        let layout = configuration.layout ?? (isOfCameras ? .stack : .pictureInPicture())
        let sizes = members.map { $0.style.shownSize(of: $0.source.displaySize) }
        let name = members.map(\.source.device.name).joined(separator: " + ")
        let cameras = CaptureDevice(id: "cameras", name: name, kind: .camera)
        let main = members.first { $0.source.device.kind != .camera }?.source.device
        // Cameras beside one other picture leave it its size.
        let isMainCanvas = !isOfCameras && configuration.sources.isEmpty
        self.init(
            device: isOfCameras ? cameras : main ?? cameras,
            members: members,
            layout: layout,
            canvasSize: configuration.size ?? (isMainCanvas ? sizes[0] : layout.canvasSize(for: sizes)),
            rate: configuration.frameRate,
            clock: clock
        )
    }

    /// The cameras in the scene.
    var cameras: [CaptureDevice] {
        members.map(\.source.device).filter { $0.kind == .camera }
    }

    /// What each of the cameras delivers.
    var feeds: [CameraFeed] {
        memberFeeds.filter { $0.device.kind == .camera }
    }

    /// What is shown now.
    var currentArrangement: SceneArrangement {
        arrangement.read { $0 }
    }

    /// Shows the sources in another way from now on; never blocks.
    ///
    /// - Returns: what is shown then.
    @discardableResult
    func rearrange(_ change: (inout SceneArrangement) -> Void) -> SceneArrangement {
        arrangement.withLock { arrangement in
            change(&arrangement)
            var input = Input()
            input.arrangement = arrangement
            inbox.put(input)
            return arrangement
        }
    }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        let start = clock.now
        do throws(SystemCallError) {
            let started = try WorkerThread(name: "scene") { [self] in
                var run = Run(self, output, from: start)
                run.work()
            }
            thread.withLock { thread in
                precondition(thread == nil, "a source is started once")
                thread = started
            }
        } catch {
            throw .system(error)
        }
        do throws(CaptureError) {
            for (index, member) in members.enumerated() {
                let outputs = memberFeeds[index].outputs
                try member.source.start(
                    VideoSourceOutput(
                        deliver: { [inbox] frame in
                            inbox.put(Input(frames: [index: frame]))
                            outputs.send(.picture(frame))
                        },
                        report: { [inbox] event in
                            inbox.put(Input(events: [(index, event)]))
                            outputs.send(.event(event))
                        }
                    )
                )
            }
        } catch {
            stop()
            throw error
        }
    }

    func stop() {
        for member in members { member.source.stop() }
        inbox.finish()
        thread.withLock { $0 }?.join()
    }

    /// What the thread does.
    private struct Run {
        private let source: SceneSource
        private var compositor: SceneCompositor
        private let output: VideoSourceOutput
        /// When the first canvas is made at the latest; nil once it is.
        private var firstDeadline: MediaTime?
        /// Sources with a picture that is in no canvas yet, and the earliest and latest change among those.
        private var fresh: Set<Int> = []
        private var changes: ClosedRange<MediaTime>?
        /// Whether something has changed that isn't a source's picture.
        private var isRearranged = false
        private var newestTime: MediaTime

        init(_ source: SceneSource, _ output: VideoSourceOutput, from start: MediaTime) {
            self.source = source
            self.output = output
            compositor = SceneCompositor(
                canvasSize: source.displaySize,
                color: source.color,
                sources: source.members.map { member in
                    SceneCompositor.Source(
                        name: member.style.label ?? member.source.device.name,
                        style: member.style,
                        gravity: member.gravity,
                        size: member.source.displaySize
                    )
                },
                arrangement: source.currentArrangement
            )
            newestTime = start
            firstDeadline = start + SceneSource.patience
        }

        mutating func work() {
            while true {
                switch source.inbox.take(until: deadline) {
                case .element(let input): apply(input)
                case .timedOut: break
                case .finished: return
                }
                if isDue(at: source.clock.now) { compose() }
            }
        }

        /// Pictures of several cameras that come at about the same time are one canvas.
        private var deadline: MediaTime? {
            firstDeadline ?? changes.map { $0.lowerBound + source.interval / 2 }
        }

        private func isDue(at now: MediaTime) -> Bool {
            let members = source.members.indices
            if let firstDeadline { return now >= firstDeadline || members.allSatisfy { compositor.isAlive($0) } }
            guard compositor.hasChanges else { return false }
            if isRearranged { return true }
            guard !fresh.isEmpty, let deadline else { return false }
            return now >= deadline || members.allSatisfy { fresh.contains($0) || !compositor.isAlive($0) }
        }

        private mutating func apply(_ input: Input) {
            if let arrangement = input.arrangement {
                compositor.arrangement = arrangement
                rearranged()
            }
            for (index, frame) in input.frames {
                compositor.show(frame, of: index)
                // What isn't seen needs no canvas.
                guard compositor.hasChanges else { continue }
                fresh.insert(index)
                changes =
                    changes.map { min($0.lowerBound, frame.time)...max($0.upperBound, frame.time) }
                    ?? frame.time...frame.time
            }
            for (index, event) in input.events {
                switch event {
                case .failed, .interrupted:
                    compositor.lose(index)
                    rearranged()
                case .framesDropped, .hidden, .shown, .resized, .closed, .returned, .resumed, .moved, .impaired,
                    .nothingPlays, .passedOver, .attenuated:
                    break
                }
                output.report(event)
            }
        }

        private mutating func rearranged() {
            isRearranged = true
            let now = source.clock.now
            changes = changes.map { $0.lowerBound...max($0.upperBound, now) } ?? now...now
        }

        private mutating func compose() {
            // A device may stamp its first picture before the start.
            let time = max(newestTime, changes?.upperBound ?? source.clock.now)
            fresh = []
            changes = nil
            isRearranged = false
            firstDeadline = nil
            if let frame = compositor.compose(at: time) {
                newestTime = time
                output.deliver(frame)
            } else {
                output.report(.framesDropped(device: source.device, count: 1))
            }
        }
    }
}
