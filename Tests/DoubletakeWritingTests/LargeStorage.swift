import DoubletakeMedia
import Glibc

/// A file of any length of which only the beginning of each write is kept, where a reader of movies looks.
///
/// The rest reads as zeros.
final class LargeStorage: ByteStorage {
    /// How much of a write is kept: the header of a fragment, whose media follow it, is smaller.
    private static let keptByteCount = 65_536

    private struct State {
        var byteCount: Int64 = 0
        /// Kept bytes by their offset; a later write counts.
        var pieces: [(offset: Int64, bytes: [UInt8])] = []
    }

    private let state = ConditionLock(State())

    func byteCount() throws(SystemCallError) -> Int64 {
        state.withLock { $0.byteCount }
    }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        state.withLock { state in
            var result = [UInt8](repeating: 0, count: Int(min(Int64(count), state.byteCount - offset)))
            let end = offset + Int64(result.count)
            for piece in state.pieces {
                let first = max(piece.offset, offset)
                let last = min(piece.offset + Int64(piece.bytes.count), end)
                guard first < last else { continue }
                let source = Int(first - piece.offset)..<Int(last - piece.offset)
                result.replaceSubrange(Int(first - offset)..<Int(last - offset), with: piece.bytes[source])
            }
            return result
        }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        state.withLock { state in
            state.pieces.append((offset, Array(bytes.prefix(Self.keptByteCount))))
            state.byteCount = max(state.byteCount, offset + Int64(bytes.count))
        }
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) {
        state.withLock { $0.byteCount = byteCount }
    }

    func synchronize() throws(SystemCallError) {}
}
