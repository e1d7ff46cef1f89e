import CFFmpeg
import Glibc

/// What libavformat has written and nobody has taken yet.
///
/// One thread uses it at a time.
final class LibAVWrittenBytes {
    /// Bytes that take the place of others.
    struct Change: Equatable {
        /// Where the first of them goes, from the film's beginning.
        let offset: Int64
        /// The bytes.
        var bytes: [UInt8]
    }

    /// How many bytes were taken: the new ones begin there.
    private var takenCount: Int64 = 0
    private var new: [UInt8] = []
    private var changes: [Change] = []
    private var position: Int64 = 0

    /// How long the film is.
    var byteCount: Int64 {
        takenCount + Int64(new.count)
    }

    /// Goes to a place from the film's beginning, at most to its end.
    func move(to position: Int64) -> Bool {
        guard (0...byteCount).contains(position) else { return false }
        self.position = position
        return true
    }

    /// Writes at the place where it is.
    func write(_ bytes: some Collection<UInt8>) {
        let changedCount = Int(max(0, min(takenCount - position, Int64(bytes.count))))
        if changedCount > 0 { change(bytes.prefix(changedCount)) }
        let rest = bytes.dropFirst(changedCount)
        position += Int64(changedCount)
        guard !rest.isEmpty else { return }
        let start = Int(position - takenCount)
        new.replaceSubrange(start..<min(start + rest.count, new.count), with: rest)
        position += Int64(rest.count)
    }

    private func change(_ bytes: some Collection<UInt8>) {
        if let last = changes.last, last.offset + Int64(last.bytes.count) == position {
            changes[changes.count - 1].bytes += bytes
        } else {
            changes.append(Change(offset: position, bytes: Array(bytes)))
        }
    }

    /// What was written behind all that was taken before.
    func takeNew() -> [UInt8] {
        takenCount = byteCount
        defer { new = [] }
        return new
    }

    /// What was written over what was taken before, in order.
    func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Takes what libavformat writes.
    ///
    /// Never fails: what can is writing to the storage, and that happens in a call of ours that throws.
    static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
        owner,
        bytes,
        count in
        guard let owner = unsafe owner, let bytes = unsafe bytes else { return 0 }
        // SAFETY: `owner` is the object that `LibAVOutput` gave and keeps; libavformat gives `count` bytes.
        let written = unsafe Unmanaged<LibAVWrittenBytes>.fromOpaque(owner).takeUnretainedValue()
        unsafe written.write(UnsafeBufferPointer(start: bytes, count: Int(count)))
        return count
    }

    /// Goes where libavformat wants to write next, or says how long the film is.
    static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = { owner, offset, origin in
        guard let owner = unsafe owner else { return -1 }
        // SAFETY: as above.
        let written = unsafe Unmanaged<LibAVWrittenBytes>.fromOpaque(owner).takeUnretainedValue()
        switch origin & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return written.byteCount
        case SEEK_SET: return written.move(to: offset) ? offset : -1
        default: return -1
        }
    }
}
