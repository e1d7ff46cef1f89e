/// A stated number of equal picture buffers whose memory is used again and again, so that a frame allocates nothing.
///
/// A buffer comes back by itself when nobody holds it any more. It may be used from any thread.
public final class PixelBufferPool: Sendable {
    /// How the buffers' samples lie.
    public let format: PixelFormat
    /// What the buffers show.
    public let displaySize: PixelSize
    /// What the samples mean.
    public let color: ColorDescription
    /// The most buffers that can be held at one time.
    public let capacity: Int

    private struct State {
        var free: [PixelMemory] = []
        var liveCount = 0
    }

    private let shelf: Shelf

    /// Creates a pool; memory is taken when a buffer is first needed.
    public init(format: PixelFormat, displaySize: PixelSize, color: ColorDescription, capacity: Int) {
        precondition(capacity >= 1, "a pool holds at least one buffer")
        self.format = format
        self.displaySize = displaySize
        self.color = color
        self.capacity = capacity
        shelf = Shelf()
    }

    /// How many buffers are held by somebody at this moment.
    public var liveCount: Int {
        shelf.state.withLock { $0.liveCount }
    }

    /// A buffer whose contents are left over from its last use, or zeros; nil when all are held.
    public func makeBuffer() -> PixelBuffer? {
        let byteCount = PixelBuffer.byteCount(format: format, displaySize: displaySize)
        let memory = shelf.state.withLock { state -> PixelMemory? in
            guard state.liveCount < capacity else { return nil }
            state.liveCount += 1
            return state.free.popLast() ?? PixelMemory(byteCount: byteCount)
        }
        guard let memory else { return nil }
        return PixelBuffer(format: format, displaySize: displaySize, color: color, memory: memory) { [shelf] memory in
            shelf.state.withLock { state in
                state.liveCount -= 1
                state.free.append(memory)
            }
        }
    }

    /// What buffers go back to; it outlives the pool for as long as one is held.
    private final class Shelf: Sendable {
        let state = ConditionLock(State())
    }
}
