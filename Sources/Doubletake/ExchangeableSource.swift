import DoubletakeCapture
import DoubletakeMedia

/// A source of pictures behind which the device can be exchanged while it delivers.
///
/// Its pictures are numbered through, and the first one of another device has everything as its damage. Only one device
/// is open at a time: the new one may need the room on the bus that the old one had.
final class ExchangeableSource: VideoSource {
    /// Opens a device; it is called again when another one could not be opened in its place.
    typealias Opener = @Sendable () throws(CaptureError) -> any VideoSource

    private struct State {
        var source: any VideoSource
        var opener: Opener
        var output: VideoSourceOutput?
        var isStopped = false
        var nextNumber: UInt64 = 0
        var newestTime: MediaTime?
        /// Whether the device has delivered nothing yet.
        var isNew = true
    }

    private let state: ConditionLock<State>
    /// Held while a device is exchanged: one at a time.
    private let turn = ConditionLock(false)

    /// Begins with a device that is open.
    ///
    /// - Parameter opener: how that one is opened again.
    init(_ source: any VideoSource, openedBy opener: @escaping Opener) {
        state = ConditionLock(State(source: source, opener: opener))
    }

    private var source: any VideoSource {
        state.read { $0.source }
    }

    var device: CaptureDevice { source.device }
    var format: PixelFormat { source.format }
    var displaySize: PixelSize { source.displaySize }
    var color: ColorDescription { source.color }

    func start(_ output: VideoSourceOutput) throws(CaptureError) {
        let source = state.withLock { state in
            precondition(state.output == nil, "a source is started once")
            state.output = output
            return state.source
        }
        try source.start(renumbering(output))
    }

    func stop() {
        awaitTurn()
        defer { endTurn() }
        let source = state.withLock { state in
            state.isStopped = true
            return state.source
        }
        source.stop()
    }

    /// Delivers the pictures of another device from now on; blocks until it is open.
    ///
    /// One that can't be opened, or started, is given up, and the one before is opened again.
    ///
    /// - Throws: why the new device can't be had; then the old one delivers, or says itself why it doesn't.
    func exchange(_ opener: @escaping Opener) throws(CaptureError) {
        awaitTurn()
        defer { endTurn() }
        let (old, oldOpener, isStopped) = state.read { ($0.source, $0.opener, $0.isStopped) }
        if isStopped { return }
        old.stop()
        do throws(CaptureError) {
            try begin(opener)
        } catch {
            do throws(CaptureError) {
                try begin(oldOpener)
            } catch let lost {
                // Nothing is there any more; the tile says so.
                let output = state.read { $0.output }
                output?.report(.failed(device: old.device, error: lost))
            }
            throw error
        }
    }

    private func begin(_ opener: @escaping Opener) throws(CaptureError) {
        let opened = try opener()
        let output = state.withLock { state in
            state.source = opened
            state.opener = opener
            state.isNew = true
            return state.output
        }
        if let output { try opened.start(renumbering(output)) }
    }

    /// Hands on what a device delivers, under the numbers of this source.
    private func renumbering(_ output: VideoSourceOutput) -> VideoSourceOutput {
        VideoSourceOutput(
            deliver: { [state] frame in
                let renumbered = state.withLock { state in
                    let time = max(frame.time, state.newestTime ?? frame.time)
                    defer {
                        state.nextNumber += 1
                        state.newestTime = time
                        state.isNew = false
                    }
                    return VideoFrame(
                        pixelBuffer: frame.pixelBuffer,
                        time: time,
                        sequenceNumber: state.nextNumber,
                        damage: state.isNew ? .everything : frame.damage,
                        overlays: frame.overlays
                    )
                }
                output.deliver(renumbered)
            },
            report: output.report
        )
    }

    private func awaitTurn() {
        _ = turn.wait(until: nil, on: MonotonicClock()) { isTaken -> Bool? in
            if isTaken { return nil }
            isTaken = true
            return true
        }
    }

    private func endTurn() {
        turn.withLock { $0 = false }
    }
}
