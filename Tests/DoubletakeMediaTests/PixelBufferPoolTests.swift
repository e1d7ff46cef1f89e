import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PixelBufferPoolTests {
    private func pool(capacity: Int) -> PixelBufferPool {
        PixelBufferPool(
            format: .i420,
            displaySize: PixelSize(width: 5, height: 3),
            color: .bt709Limited,
            capacity: capacity
        )
    }

    private func firstByte(of buffer: PixelBuffer) -> UInt8 {
        // SAFETY: a byte has no invalid values, and the span checks the offset.
        buffer.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: 0, as: UInt8.self) }
    }

    private func mark(_ buffer: PixelBuffer, with value: UInt8) {
        buffer.withMutableBytes(ofPlane: 0) { $0.storeBytes(of: value, toByteOffset: 0, as: UInt8.self) }
    }

    @Test("A pool gives as many buffers as it has, and then none until one comes back")
    func capacity() throws {
        let pool = pool(capacity: 2)
        var first = pool.makeBuffer()
        let second = pool.makeBuffer()
        #expect(first != nil && second != nil && first !== second)
        #expect(pool.liveCount == 2)
        #expect(pool.makeBuffer() == nil)
        first = nil
        #expect(pool.liveCount == 1)
        let third = pool.makeBuffer()
        #expect(third != nil)
        withExtendedLifetime((second, third)) { #expect(pool.makeBuffer() == nil) }
    }

    @Test("Memory is used again: a buffer has what its last use left in it")
    func reuse() throws {
        let pool = pool(capacity: 1)
        mark(try #require(pool.makeBuffer()), with: 0x7b)
        #expect(pool.liveCount == 0)
        #expect(firstByte(of: try #require(pool.makeBuffer())) == 0x7b)
    }

    @Test("Two buffers that are held don't share memory")
    func separation() throws {
        let pool = pool(capacity: 2)
        let first = try #require(pool.makeBuffer())
        let second = try #require(pool.makeBuffer())
        mark(first, with: 1)
        mark(second, with: 2)
        #expect(firstByte(of: first) == 1)
    }

    @Test("A buffer is as the pool says")
    func shape() throws {
        let pool = pool(capacity: 1)
        let buffer = try #require(pool.makeBuffer())
        #expect(buffer.format == pool.format && buffer.displaySize == pool.displaySize && buffer.color == pool.color)
        #expect(buffer.codedSize == PixelSize(width: 6, height: 4))
    }

    @Test("A buffer outlives its pool")
    func outlives() throws {
        var pool: PixelBufferPool? = pool(capacity: 1)
        weak let gone = pool
        let buffer = try #require(pool?.makeBuffer())
        mark(buffer, with: 9)
        pool = nil
        #expect(gone == nil)
        #expect(firstByte(of: buffer) == 9)
    }

    @Test("Buffers come back from other threads, and in the end none is held")
    func threads() throws {
        let pool = pool(capacity: 4)
        let queue = BoundedQueue<PixelBuffer>(capacity: 2, whenFull: .wait, clock: ManualClock())
        let consumer = try WorkerThread(name: "consumer") {
            while case .element = queue.pop() {}
        }
        var made = 0
        while made < 200 {
            if let buffer = pool.makeBuffer() {
                made += 1
                _ = queue.push(buffer)
            }
        }
        queue.finish()
        consumer.join()
        #expect(pool.liveCount == 0)
    }
}
