import DoubletakeMedia
import Testing

@testable import Doubletake

/// Keeps what an output delivers, and lets a test wait for it, or hold a call up.
final class BufferCollector: CaptureSampleBufferDelegate {
    private struct State {
        var buffers: [SampleBuffer] = []
        var connections: [CaptureConnection] = []
        var dropped: [DroppedSamples] = []
        var begunCount = 0
        var isHeldUp = false
    }

    private let state = ConditionLock(State())
    private let clock = MonotonicClock()

    /// How long something may take that can't take long.
    static let patience = Duration.seconds(60)

    var buffers: [SampleBuffer] { state.read { $0.buffers } }
    var connections: [CaptureConnection] { state.read { $0.connections } }
    var dropped: [DroppedSamples] { state.read { $0.dropped } }
    var begunCount: Int { state.read { $0.begunCount } }

    var pictures: [PixelBuffer] {
        buffers.compactMap { if case .video(let frame) = $0.content { frame.pixelBuffer } else { nil } }
    }

    /// Has the next call wait until it is let go.
    func holdUp(_ isHeldUp: Bool) {
        state.withLock { $0.isHeldUp = isHeldUp }
    }

    func captureOutput(
        _ output: any CaptureDataOutput,
        didOutput buffer: SampleBuffer,
        from connection: CaptureConnection
    ) {
        state.withLock { $0.begunCount += 1 }
        _ = state.wait(until: nil, on: clock) { $0.isHeldUp ? nil : () }
        state.withLock { state in
            state.buffers.append(buffer)
            state.connections.append(connection)
        }
    }

    func captureOutput(
        _ output: any CaptureDataOutput,
        didDrop samples: DroppedSamples,
        from connection: CaptureConnection
    ) {
        state.withLock { $0.dropped.append(samples) }
    }

    /// Forgets what has come.
    func clear() {
        state.withLock { state in
            state.buffers = []
            state.connections = []
        }
    }

    /// Waits until so many buffers have come, without keeping a task's thread.
    func wait(for count: Int, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation) async throws {
        try await wait(comment, location) { $0.buffers.count >= count }
    }

    /// Waits until so many calls have begun.
    func wait(forBegun count: Int, at location: SourceLocation = #_sourceLocation) async throws {
        try await wait(nil, location) { $0.begunCount >= count }
    }

    /// Waits until it was told of a loss.
    func waitForLoss(at location: SourceLocation = #_sourceLocation) async throws {
        try await wait(nil, location) { !$0.dropped.isEmpty }
    }

    private func wait(
        _ comment: Comment?,
        _ location: SourceLocation,
        until isDone: @escaping @Sendable (State) -> Bool
    ) async throws {
        let (state, clock) = (state, clock)
        let isIn = try await onThread("collector") { () throws(RecordingError) -> Bool in
            state.wait(until: clock.now + Self.patience, on: clock) { isDone($0) ? true : nil } ?? false
        }
        try #require(isIn, comment, sourceLocation: location)
    }
}
