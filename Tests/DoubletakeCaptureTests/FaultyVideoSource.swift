import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels

/// A source of pictures that breaks one sentence of the contract, to see whether the suite notices.
final class FaultyVideoSource: VideoSource {
    enum Fault: String, CaseIterable, Sendable {
        case none
        case otherSize
        case partialFirstDamage
        case futureTime
        case otherClock
        case decreasingTime
        case gapInNumbers
        case tooLittleDamage
        case changesHeldPicture
        case silentDrop
        case laterThanStop
        case callersThread
        case failure
    }

    let device = CaptureDevice(id: "faulty", name: "Faulty", kind: .camera)
    let format = PixelFormat.i420
    let displaySize = PixelSize(width: 32, height: 16)
    let color = ColorDescription.bt709Limited

    static let interval = Duration.milliseconds(10)
    private let fault: Fault
    private let clock: any MediaClock
    private let ticker: Ticker
    private let output = ConditionLock<VideoSourceOutput?>(nil)

    init(_ fault: Fault, clock: any MediaClock) {
        self.fault = fault
        self.clock = clock
        ticker = Ticker(clock: clock)
    }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        self.output.withLock { $0 = output }
        if fault == .callersThread { deliver(0, to: output) }
        let canvas = picture(displaySize)
        try ticker.start(every: Self.interval) { [self] number in
            if number == 0, fault == .callersThread { return }
            deliver(number, to: output, canvas: fault == .changesHeldPicture ? canvas : nil)
        }
    }

    func stop() {
        ticker.stop()
        // It says so each time it is stopped, so that the second time comes after the first has returned.
        output.withLock { output in
            if fault == .laterThanStop, let output { output.report(.framesDropped(device: device, count: 1)) }
        }
    }

    private func picture(_ size: PixelSize) -> PixelBuffer {
        PixelBuffer(format: format, displaySize: size, color: color)
    }

    private func deliver(_ number: Int, to output: VideoSourceOutput, canvas: PixelBuffer? = nil) {
        if fault == .silentDrop, number == 3 { return }
        if fault == .failure, number == 3 {
            return output.report(
                .failed(device: device, error: .unavailable(device: "faulty", reason: "gone", help: "")))
        }
        let isOther = fault == .otherSize && number == 3
        let picture = canvas ?? picture(isOther ? PixelSize(width: 16, height: 16) : displaySize)
        let spot = PixelRect(x: 2, y: 2, width: 4, height: 4)
        picture.fill(spot, with: YUVColor(red: UInt8(number * 9 % 256), green: 0, blue: 0))
        output.deliver(
            VideoFrame(
                pixelBuffer: picture,
                time: time(number),
                sequenceNumber: UInt64(fault == .gapInNumbers && number >= 3 ? number + 1 : number),
                damage: damage(number, spot)
            )
        )
    }

    private func time(_ number: Int) -> MediaTime {
        switch fault {
        case .futureTime: clock.now + .nanoseconds(1)
        case .otherClock: MediaTime(nanoseconds: Int64(number))
        case .decreasingTime: clock.now - (number == 3 ? .milliseconds(11) : .zero)
        default: clock.now
        }
    }

    private func damage(_ number: Int, _ spot: PixelRect) -> Damage {
        if number == 0 { return fault == .partialFirstDamage ? Damage([spot]) : .everything }
        return fault == .tooLittleDamage ? Damage([spot.offsetBy(x: 2, y: 0)]) : Damage([spot])
    }
}
