import DoubletakeISOMedia
import DoubletakeMedia
import Glibc

/// Where a muxer writes whose movie is handed out in segments: nothing of it is kept.
final class SegmentStorage: ByteStorage {
    private struct State {
        /// How many bytes were handed out.
        var end: Int64 = 0
        /// What comes behind the head of what is being written, which comes last.
        var body: [UInt8] = []
    }

    private let state = ConditionLock(State())
    private let output: @Sendable (MovieSegment) -> Void

    init(output: @escaping @Sendable (MovieSegment) -> Void) {
        self.output = output
    }

    func byteCount() throws(SystemCallError) -> Int64 {
        state.withLock { $0.end }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        let written = state.withLock { state -> [UInt8] in
            guard offset == state.end else {
                state.body = bytes
                return []
            }
            let written = bytes + state.body
            state.body = []
            state.end += Int64(written.count)
            return written
        }
        do {
            for segment in try MovieSegment.segments(in: written) { output(segment) }
        } catch {
            preconditionFailure("a muxer writes whole boxes: \(error)")
        }
    }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        throw Self.refusal("pread")
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) {
        throw Self.refusal("ftruncate")
    }

    func synchronize() throws(SystemCallError) {}

    private static func refusal(_ call: String) -> SystemCallError {
        SystemCallError(call: call, subject: "segments", errorNumber: ESPIPE)
    }
}
