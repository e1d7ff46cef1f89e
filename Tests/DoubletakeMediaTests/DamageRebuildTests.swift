import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// The promise that everything behind a source is built on: whoever copies only what a frame says has changed has the
/// true picture, whatever was dropped, merged, lost or repeated on the way.
@Suite(.timeLimit(.minutes(10)))
struct DamageRebuildTests {
    private static let buffer = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 1, height: 1), color: .sRGB)

    /// How many frames are lost without a trace, in a hundred.
    private static let losses = [0, 0, 5, 30]

    @Test("The canvas rebuilt from damage alone is the true one at each frame that arrives", arguments: 0..<8)
    func rebuild(part: UInt64) {
        var partCount = 0
        for seed in part * 250..<(part + 1) * 250 {
            var generator = SeededGenerator(seed: seed)
            let loss = Self.losses[Int(seed % 4)]
            let place = LatestValue<VideoFrame>(clock: ManualClock()) { $1.superseding($0) }
            var screen = ChangingScreen()
            var follower = DamageFollower()
            for number in 0..<16 {
                let frame = VideoFrame(
                    pixelBuffer: Self.buffer,
                    time: MediaTime(nanoseconds: Int64(number + 1)),
                    sequenceNumber: UInt64(number),
                    damage: screen.change(using: &generator)
                )
                if Int.random(in: 0..<100, using: &generator) < loss { continue }
                place.put(frame)
                if Int.random(in: 0..<8, using: &generator) == 0 {
                    // A pacer that shows the same picture once more.
                    place.put(frame.repeated(at: frame.time + .nanoseconds(1)))
                }
                guard Bool.random(using: &generator), case .element(let arrived) = place.take() else { continue }
                if Int.random(in: 0..<100, using: &generator) < loss { continue }
                if !follower.see(arrived, of: screen) {
                    Issue.record("sequence \(seed): picture \(arrived.sequenceNumber) is not the true one")
                    return
                }
                if loss == 0, follower.wasteCount > 0 {
                    Issue.record(
                        "sequence \(seed): picture \(arrived.sequenceNumber) was copied whole and nothing was lost"
                    )
                    return
                }
            }
            partCount += follower.partCount
        }
        #expect(partCount > 500, "the test says something only where parts are copied")
    }
}
