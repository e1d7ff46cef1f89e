import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct SceneSourceTests {
    private let clock = ManualClock()
    private let left = FakeCamera("a", grey: 200)
    private let right = FakeCamera("b", grey: 100)
    private let delivered = ConditionLock<[VideoFrame]>([])
    private let reported = ConditionLock<[CaptureEvent]>([])

    private func scene(_ sources: [any VideoSource], size: PixelSize = PixelSize(width: 128, height: 32)) -> SceneSource
    {
        SceneSource(
            device: CaptureDevice(id: "cameras", name: "both", kind: .camera),
            members: sources.map {
                SceneSource.Member(source: $0, selection: $0.device.id, style: TileStyle(), gravity: nil)
            },
            layout: .sideBySide,
            canvasSize: size,
            rate: FrameRate(25),
            clock: clock
        )
    }

    private func start(_ scene: SceneSource) throws {
        let (delivered, reported) = (delivered, reported)
        try scene.start(
            VideoSourceOutput(
                deliver: { frame in delivered.withLock { $0.append(frame) } },
                report: { event in reported.withLock { $0.append(event) } }
            )
        )
    }

    /// Waits for that many canvases, and takes them.
    private func take(_ count: Int) throws -> [VideoFrame] {
        let realTime = MonotonicClock()
        let frames = delivered.wait(until: realTime.now + .seconds(60), on: realTime) { frames -> [VideoFrame]? in
            guard frames.count >= count else { return nil }
            defer { frames = [] }
            return frames
        }
        let taken = try #require(frames)
        #expect(taken.count == count)
        return taken
    }

    /// The luma near the upper corners, where no placeholder has letters.
    private func lumas(_ frame: VideoFrame) -> [UInt8] {
        let picture = frame.pixelBuffer
        return [2, 126].map { x in
            let offset = picture.bytesPerRow(ofPlane: 0) + x
            // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
            return picture.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
        }
    }

    private static let light = YUVColor(red: 200, green: 200, blue: 200).luma
    private static let dark = YUVColor(red: 100, green: 100, blue: 100).luma

    @Test("A scene of two cameras keeps the contract of a source of pictures")
    func contract() throws {
        let conformance = VideoSourceConformance(
            clock: clock,
            settle: { clock.awaitWaiters(2) },
            proceed: { clock.advance(by: .milliseconds(40)) },
            makeSource: {
                let configuration = VideoSourceConfiguration(
                    frameRate: FrameRate(25), preferredSize: PixelSize(width: 96, height: 16))
                let backend = SyntheticBackend()
                return scene(
                    try ["test:counter", "test:ball"].map { id in
                        let device = try #require(try backend.device(named: id, kind: .camera))
                        return try backend.openVideo(device, configuration, clock: clock)
                    },
                    size: PixelSize(width: 192, height: 16)
                )
            }
        )
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("Pictures of about the same time are one canvas, of the time of the later one")
    func together() throws {
        let scene = scene([left, right])
        try start(scene)
        defer { scene.stop() }
        let start = clock.now
        left.deliver(at: start + .milliseconds(2))
        right.deliver(at: start + .milliseconds(5))
        let first = try take(1)[0]
        #expect(first.time == start + .milliseconds(5) && first.sequenceNumber == 0 && first.damage == .everything)
        #expect(lumas(first) == [Self.light, Self.dark])
        right.deliver(at: start + .milliseconds(45))
        left.deliver(at: start + .milliseconds(42))
        let second = try take(1)[0]
        #expect(second.time == start + .milliseconds(45) && second.sequenceNumber == 1)
    }

    @Test("A picture waits half a frame interval for the other camera's, and no longer")
    func alone() throws {
        let scene = scene([left, right])
        try start(scene)
        defer { scene.stop() }
        let start = clock.now
        left.deliver(at: start)
        right.deliver(at: start)
        _ = try take(1)
        clock.advance(by: .milliseconds(40))
        left.deliver(at: start + .milliseconds(40))
        clock.awaitWaiters(1)
        clock.advance(by: .milliseconds(19))
        clock.awaitWaiters(1)
        #expect(delivered.read { $0.isEmpty })
        clock.advance(by: .milliseconds(1))
        let canvas = try take(1)[0]
        #expect(canvas.time == start + .milliseconds(40))
        #expect(canvas.damage.rectangles == [PixelRect(x: 0, y: 0, width: 64, height: 32)])
    }

    @Test("A camera that doesn't start keeps the others waiting for less than a second, and has a placeholder")
    func late() throws {
        let scene = scene([left, right])
        try start(scene)
        defer { scene.stop() }
        left.deliver(at: clock.now)
        clock.awaitWaiters(1)
        #expect(delivered.read { $0.isEmpty })
        clock.advance(by: .milliseconds(700))
        let canvas = try take(1)[0]
        #expect(lumas(canvas)[0] == Self.light && lumas(canvas)[1] < 60)
    }

    @Test("Pictures are swapped and hidden at once, at the time of the wish")
    func rearranging() throws {
        let scene = scene([left, right])
        try start(scene)
        defer { scene.stop() }
        left.deliver(at: clock.now)
        right.deliver(at: clock.now)
        _ = try take(1)
        clock.advance(by: .milliseconds(7))
        #expect(scene.rearrange { $0.swap() }.shown == [1, 0])
        let swapped = try take(1)[0]
        #expect(swapped.time == clock.now && lumas(swapped) == [Self.dark, Self.light])
        scene.rearrange { arrangement in
            arrangement.layout = .single
            arrangement.hidden = [1]
        }
        let hidden = try take(1)[0]
        #expect(lumas(hidden) == [16, 16] && hidden.damage == .everything, "the left camera alone lies in the middle")
    }

    @Test("A camera that is lost has a placeholder, the rest goes on, and it is shown again when it delivers")
    func lost() throws {
        let scene = scene([left, right])
        try start(scene)
        defer { scene.stop() }
        left.deliver(at: clock.now)
        right.deliver(at: clock.now)
        _ = try take(1)
        right.report(.interrupted(device: right.device, .device(FakeCamera.loss)))
        let lost = try take(1)[0]
        #expect(lumas(lost)[0] == Self.light && lumas(lost)[1] < 60)
        #expect(reported.read { $0.count } == 1)
        // Nobody waits for a camera that is gone.
        clock.advance(by: .milliseconds(40))
        left.deliver(at: clock.now)
        #expect(try take(1)[0].time == clock.now)
        right.deliver(at: clock.now)
        clock.awaitWaiters(1)
        clock.advance(by: .milliseconds(20))
        #expect(lumas(try take(1)[0]) == [Self.light, Self.dark])
    }

    @Test("When the scene is stopped every camera is, and nothing comes any more")
    func stopping() throws {
        let scene = scene([left, right])
        try start(scene)
        scene.stop()
        left.deliver(at: clock.now)
        #expect(delivered.read { $0.isEmpty })
        scene.stop()
    }
}
