import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11ConformanceTests {
    @Test("A screen source keeps the contract of a source of pictures", arguments: [24, 16])
    func contract(depth: Int) throws {
        let size = PixelSize(width: 200, height: 150)
        let server = try PrivateXServer(size: size, depth: depth)
        let client = try X11TestClient(server)
        try client.fillAll(.grey)
        var generator = SeededGenerator(seed: 7)
        var count: UInt8 = 0
        let conformance = VideoSourceConformance(
            clock: MonotonicClock(),
            // The machine may be busy with other tests.
            latency: .seconds(60),
            patience: .seconds(300),
            proceed: {
                count &+= 40
                let x = Int.random(in: 0..<190, using: &generator)
                let y = Int.random(in: 0..<140, using: &generator)
                let rect = PixelRect(
                    x: x,
                    y: y,
                    width: Int.random(in: 1...(200 - x), using: &generator),
                    height: Int.random(in: 1...(150 - y), using: &generator)
                )
                do {
                    try client.fill(rect, TestColor(count, 255 - count, count / 2))
                } catch {
                    Issue.record(error)
                }
            },
            makeSource: {
                try X11Backend(displayName: server.display).openVideo(
                    RecordedScreen.screen,
                    VideoSourceConfiguration(
                        frameRate: FrameRate(60),
                        region: PixelRect(x: 0, y: 0, width: 199, height: 149)
                    ),
                    clock: MonotonicClock()
                )
            }
        )
        #expect(try conformance.violations() == [])
    }
}
