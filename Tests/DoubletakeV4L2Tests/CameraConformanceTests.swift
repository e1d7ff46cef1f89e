import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraConformanceTests {
    @Test("A camera's source keeps the contract of a source of pictures", arguments: ["MJPG", "YUYV", "NV12"])
    func contract(kind: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["\(kind):320x240@30"]))
        let conformance = VideoSourceConformance(
            clock: scene.clock,
            // The machine may be busy with other tests.
            latency: .seconds(60),
            patience: .seconds(60),
            proceed: {},
            makeSource: { try scene.open(format: "320x240") }
        )
        #expect(try conformance.violations() == [])
    }
}
