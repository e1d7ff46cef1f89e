import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeISOMedia

@Suite("Finishing that is interrupted")
struct InterruptionTests {
    private static let movie = SyntheticMovie.small.bytes()

    /// What the file becomes when nothing goes wrong.
    private static func finished(_ bytes: [UInt8]) throws -> [UInt8] {
        let storage = MemoryStorage(bytes)
        _ = try MovieFinisher.finish(storage)
        return storage.bytes
    }

    @Test(
        "Finishing that is interrupted by a crash after any number of bytes gives the same file when done again",
        arguments: [0, 7])
    func crash(tornByteCount: Int) throws {
        let torn = Self.movie + [0, 0, 1, 0, 109, 111, 111].prefix(tornByteCount)
        let expected = try Self.finished(torn)
        let writtenByteCount = expected.count - Self.movie.count + 16
        for limit in 0..<writtenByteCount {
            let crashed = MemoryStorage(torn, fault: .crash(afterWriting: limit))
            #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(crashed) }
            let isStillInFragments = try MovieLayout.isUnfinished(MemoryStorage(crashed.bytes))
            #expect(isStillInFragments, "after \(limit) bytes")
            let isSame = try Self.finished(crashed.bytes) == expected
            #expect(isSame, "after \(limit) bytes")
        }
    }

    @Test(
        "Finishing that is interrupted by a disk that has no room for the index leaves the fragments as they were",
        arguments: [0, 1, 8, 100, 900])
    func fullDisk(room: Int) throws {
        let storage = MemoryStorage(Self.movie, fault: .full(capacity: Self.movie.count + room))
        let error = SystemCallError(call: "pwrite", subject: "memory", errorNumber: ENOSPC)
        #expect(throws: ISOMediaError.indexNotWritten(error, leftover: nil)) { try MovieFinisher.finish(storage) }
        #expect(storage.bytes == Self.movie)
    }

    @Test(
        "Finishing that is interrupted by a failure of any call leaves a file that finishing again completes",
        arguments: MemoryStorage.Call.allCases)
    func failure(call: MemoryStorage.Call) throws {
        let torn = Self.movie + [0]
        let expected = try Self.finished(torn)
        let count = MemoryStorage(torn)
        _ = try MovieFinisher.finish(count)
        for number in 1...count.count(of: call) {
            let storage = MemoryStorage(torn, fault: .failure(of: call, number: number, errorNumber: EIO))
            let error = #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(storage) }
            #expect(error?.description.contains("memory: \(call.rawValue): Input/output error") == true)
            let isSame = try Self.finished(storage.bytes) == expected
            #expect(isSame, "\(call) \(number)")
        }
    }

    @Test("Finishing that is interrupted by a failure at the commit point takes the index back")
    func failureOfCommit() throws {
        let storage = MemoryStorage(Self.movie, fault: .failure(of: .write, number: 2, errorNumber: EIO))
        #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(storage) }
        #expect(storage.bytes == Self.movie)
    }

    @Test("Finishing that is interrupted says so when the index can't even be taken back")
    func leftover() throws {
        let storage = MemoryStorage(Self.movie, fault: .crash(afterWriting: 50))
        let error = #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(storage) }
        guard case .indexNotWritten(_, let leftover?) = error else {
            Issue.record("it says \(String(describing: error))")
            return
        }
        #expect(leftover.call == "ftruncate")
    }

    @Test("Finishing that is interrupted after the index and before the commit point loses nothing")
    func leftoverIndex() throws {
        let index = SyntheticMovie.small.movieBox(isFragmented: false)
        let storage = MemoryStorage(Self.movie + index)
        let finished = try MovieFinisher.finish(storage)
        #expect(finished.droppedByteCount == 0)
        #expect(finished.skippedFragmentCount == 0)
        #expect(try storage.bytes == Self.finished(Self.movie))
        // Its contents never reached the disk, but its length did.
        let hollow = index.prefix(8) + [UInt8](repeating: 0, count: index.count - 8)
        #expect(try Self.finished(Self.movie + hollow) == Self.finished(Self.movie))
    }

    @Test("Finishing cuts, writes, synchronizes, writes 16 bytes and synchronizes, in this order")
    func order() throws {
        let storage = MemoryStorage(Self.movie + [1])
        _ = try MovieFinisher.finish(storage)
        let changes = storage.calls.filter { $0 != .read && $0 != .byteCount }
        #expect(changes == [.truncate, .write, .synchronize, .write, .synchronize])
    }
}
