import DoubletakeMedia
import DoubletakePixels

/// A source that draws test pictures at the rate it was asked for.
///
/// Picture n belongs to the n-th frame time after the start. A machine that is too slow leaves numbers out, as a screen
/// would; the pictures' sequence numbers still follow each other.
final class TestPatternSource: VideoSource {
    let device: CaptureDevice
    let format = PixelFormat.i420
    let displaySize: PixelSize
    let color = ColorDescription.bt709Limited

    private let pattern: any TestPattern
    private let rate: FrameRate
    private let clock: any MediaClock
    private let thread: ClockedThread

    init(
        device: CaptureDevice,
        pattern: any TestPattern,
        configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) {
        self.device = device
        self.pattern = pattern
        displaySize = configuration.preferredSize
        rate = configuration.frameRate
        self.clock = clock
        thread = ClockedThread(name: device.id, clock: clock)
    }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        let start = clock.now
        try thread.start { [self] in run(output, from: start) }
    }

    func stop() {
        thread.stop()
    }

    private func run(_ output: VideoSourceOutput, from start: MediaTime) {
        var ring = CanvasRing(format: format, displaySize: displaySize, color: color)
        var sequenceNumber: UInt64 = 0
        var number: Int64 = 0
        repeat {
            let damage = sequenceNumber == 0 ? .everything : pattern.damage(in: displaySize)
            if let canvas = ring.next(drawing: damage) {
                pattern.draw(number, damage: damage, into: canvas)
                output.deliver(
                    VideoFrame(
                        pixelBuffer: canvas,
                        time: start + rate.offset(ofFrame: number),
                        sequenceNumber: sequenceNumber,
                        damage: damage
                    )
                )
                sequenceNumber += 1
            } else {
                output.report(.framesDropped(device: device, count: 1))
            }
            number = max(number + 1, rate.frameNumber(at: clock.now - start))
        } while thread.wait(until: pattern.isStill ? nil : start + rate.offset(ofFrame: number))
    }
}
