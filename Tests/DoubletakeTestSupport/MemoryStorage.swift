package import DoubletakeMedia
import Glibc

/// A file in memory that remembers how it was used, and fails where a test wants it to.
package final class MemoryStorage: ByteStorage {
    /// The calls of the protocol, by the names that a file's errors have.
    package enum Call: String, CaseIterable, Sendable {
        case byteCount = "fstat"
        case read = "pread"
        case write = "pwrite"
        case truncate = "ftruncate"
        case synchronize = "fdatasync"
    }

    /// One write that was asked for, whether or not it succeeded.
    package struct Write: Hashable, Sendable {
        /// Where it begins.
        package let offset: Int64
        /// How many bytes it has.
        package let count: Int
    }

    /// What goes wrong.
    package enum Fault: Sendable {
        /// The call of a kind with this number, from 1, fails; the next one doesn't.
        case failure(of: Call, number: Int, errorNumber: Int32)
        /// The call of a kind with this number, from 1, and all of the kind that follow fail.
        case failures(of: Call, from: Int, errorNumber: Int32)
        /// The file can't grow beyond so many bytes, or the room that it has kept; what fits of a write is written.
        case full(capacity: Int)
        /// The process ends after having written so many bytes: what it would have done then has no effect.
        case crash(afterWriting: Int)
    }

    private let state: ConditionLock<State>

    /// Creates a file with these bytes.
    package init(_ bytes: [UInt8] = [], fault: Fault? = nil) {
        state = ConditionLock(State(bytes: bytes, fault: fault))
    }

    /// What is in the file.
    package var bytes: [UInt8] {
        state.withLock { $0.bytes }
    }

    /// The kinds of calls so far, in order.
    package var calls: [Call] {
        state.withLock { $0.calls }
    }

    /// The writes so far, in order.
    package var writes: [Write] {
        state.withLock { $0.writes }
    }

    /// Up to where room is kept for the file; nil when none is.
    package var reservedEnd: Int64? {
        state.withLock { $0.reservedEnd.map(Int64.init) }
    }

    /// How many times a call was made.
    package func count(of call: Call) -> Int {
        state.withLock { $0.count(of: call) }
    }

    /// Waits until a call was made so many times.
    package func awaitCount(of call: Call, _ count: Int) {
        _ = state.wait(until: nil, on: MonotonicClock()) { $0.count(of: call) >= count ? true : nil }
    }

    /// Lets something go wrong, or nothing any more; the calls before count.
    package func fail(with fault: Fault?) {
        state.withLock { $0.fault = fault }
    }

    package func byteCount() throws(SystemCallError) -> Int64 {
        try state.withLock { state throws(SystemCallError) in
            try state.begin(.byteCount)
            return Int64(state.bytes.count)
        }
    }

    package func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        try state.withLock { state throws(SystemCallError) in
            try state.begin(.read)
            return Array(state.bytes.dropFirst(Int(offset)).prefix(count))
        }
    }

    package func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            state.writes.append(Write(offset: offset, count: bytes.count))
            try state.begin(.write)
            try state.write(bytes, at: Int(offset))
        }
    }

    package func truncate(to byteCount: Int64) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            try state.begin(.truncate)
            // What is cut off is free again for this file, what it never had is free for all.
            if Int(byteCount) == state.bytes.count { state.reservedEnd = nil }
            state.bytes.removeLast(max(0, state.bytes.count - Int(byteCount)))
            state.extend(to: Int(byteCount))
        }
    }

    package func synchronize() throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in try state.begin(.synchronize) }
    }

    package func reserve(_ byteCount: Int64, at offset: Int64) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            try state.reserve(upTo: Int(offset + byteCount))
        }
    }
}

/// The file and its past.
private struct State {
    var bytes: [UInt8]
    var fault: MemoryStorage.Fault?
    var writes: [MemoryStorage.Write] = []
    private(set) var calls: [MemoryStorage.Call] = []
    var reservedEnd: Int?
    private var writtenByteCount = 0
    private var hasCrashed = false

    init(bytes: [UInt8], fault: MemoryStorage.Fault?) {
        self.bytes = bytes
        self.fault = fault
    }

    func count(of call: MemoryStorage.Call) -> Int {
        calls.count { $0 == call }
    }

    /// Notes a call, which may be one that fails.
    mutating func begin(_ call: MemoryStorage.Call) throws(SystemCallError) {
        calls.append(call)
        if hasCrashed { throw Self.error(call, EIO) }
        switch fault {
        case .failure(call, let number, let errorNumber) where count(of: call) == number:
            throw Self.error(call, errorNumber)
        case .failures(call, let number, let errorNumber) where count(of: call) >= number:
            throw Self.error(call, errorNumber)
        default:
            break
        }
    }

    /// Writes what there is room and time for.
    mutating func write(_ new: [UInt8], at offset: Int) throws(SystemCallError) {
        var count = new.count
        var errorNumber: Int32?
        switch fault {
        case .full(let capacity) where offset + count > max(capacity, reservedEnd ?? 0):
            count = max(0, max(capacity, reservedEnd ?? 0) - offset)
            errorNumber = ENOSPC
        case .crash(let limit) where writtenByteCount + count > limit:
            // What lies within a sector reaches the disk as a whole or not at all.
            count = count <= 16 ? 0 : limit - writtenByteCount
            hasCrashed = true
            errorNumber = EIO
        default:
            break
        }
        writtenByteCount += count
        extend(to: offset + count)
        bytes.replaceSubrange(offset..<offset + count, with: new.prefix(count))
        if let errorNumber { throw Self.error(.write, errorNumber) }
    }

    /// Keeps room, if there is some.
    mutating func reserve(upTo end: Int) throws(SystemCallError) {
        if case .full(let capacity) = fault, end > max(capacity, reservedEnd ?? 0) {
            throw SystemCallError(call: "fallocate", subject: "memory", errorNumber: ENOSPC)
        }
        reservedEnd = max(end, reservedEnd ?? 0)
    }

    /// Fills the file up with zeros to a length.
    mutating func extend(to byteCount: Int) {
        if bytes.count < byteCount { bytes += [UInt8](repeating: 0, count: byteCount - bytes.count) }
    }

    private static func error(_ call: MemoryStorage.Call, _ errorNumber: Int32) -> SystemCallError {
        SystemCallError(call: call.rawValue, subject: "memory", errorNumber: errorNumber)
    }
}
