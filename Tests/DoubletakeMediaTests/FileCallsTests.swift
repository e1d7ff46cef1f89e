import DoubletakeTestSupport
import Glibc
import Synchronization
import Testing

@testable import DoubletakeMedia

/// A file whose system calls are interrupted, cut short, or fail.
@Suite struct FileCallsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ calls: FileCalls) throws(SystemCallError) -> FileStorage {
        try FileStorage(folder.file("film"), in: AT_FDCWD, path: "film", access: .createNew, calls: calls)
    }

    /// Fails each call with `errorNumber`, and lets each second one through when it was an interruption.
    private func failing(_ errorNumber: Int32) -> FileCalls {
        let isInterrupted = Flip()
        let fails: @Sendable () -> Bool = {
            guard errorNumber != EINTR || isInterrupted.next() else { return false }
            errno = errorNumber
            return true
        }
        let system = FileCalls.system
        return unsafe FileCalls(
            openat: { fails() ? -1 : system.openat($0, $1, $2, $3) },
            fstat: { fails() ? -1 : system.fstat($0, &$1) },
            pread: { fails() ? -1 : unsafe system.pread($0, $1, $2) },
            pwrite: { fails() ? -1 : unsafe system.pwrite($0, $1, $2) },
            ftruncate: { fails() ? -1 : system.ftruncate($0, $1) },
            fdatasync: { fails() ? -1 : system.fdatasync($0) }
        )
    }

    private final class Flip: Sendable {
        private let isOn = Atomic(false)

        func next() -> Bool {
            !isOn.logicalXor(true, ordering: .relaxed).oldValue
        }
    }

    @Test("A call that a signal interrupted is made again")
    func interrupted() throws {
        let file = try open(failing(EINTR))
        try file.write([1, 2, 3], at: 0)
        #expect(try file.read(at: 0, count: 9) == [1, 2, 3])
        try file.truncate(to: 2)
        try file.synchronize()
        #expect(try file.byteCount() == 2)
    }

    @Test("What a call leaves over is read and written by the next ones")
    func short() throws {
        var calls = FileCalls.system
        unsafe calls.pread = { unsafe pread($0, $1.baseAddress, min($1.count, 2), $2) }
        unsafe calls.pwrite = { unsafe pwrite($0, $1.baseAddress, min($1.count, 3), $2) }
        let file = try open(calls)
        let bytes = (1...100).map { UInt8($0) }
        try file.write(bytes, at: 7)
        #expect(try file.read(at: 7, count: 200) == bytes)
    }

    @Test("A disk that is full after a part of the bytes is an error, and the part is there")
    func shortAndFull() throws {
        var calls = FileCalls.system
        unsafe calls.pwrite = { descriptor, bytes, offset in
            guard offset < 4 else {
                errno = ENOSPC
                return -1
            }
            return unsafe pwrite(descriptor, bytes.baseAddress, min(bytes.count, 4), offset)
        }
        let file = try open(calls)
        #expect(throws: SystemCallError(call: "pwrite", subject: "film", errorNumber: ENOSPC)) {
            try file.write([1, 2, 3, 4, 5, 6], at: 0)
        }
        #expect(try file.read(at: 0, count: 9) == [1, 2, 3, 4])
    }

    @Test("Each call that fails is an error with its name and number", arguments: [EIO, ENOSPC, EROFS, EDQUOT, EFBIG])
    func fails(errorNumber: Int32) throws {
        var calls = failing(errorNumber)
        #expect(throws: SystemCallError(call: "open", subject: "film", errorNumber: errorNumber)) { try open(calls) }
        calls.openat = FileCalls.system.openat
        let file = try open(calls)
        let attempts: [(String, () throws -> Void)] = [
            ("fstat", { _ = try file.byteCount() }),
            ("pread", { _ = try file.read(at: 0, count: 1) }),
            ("pwrite", { try file.write([1], at: 0) }),
            ("ftruncate", { try file.truncate(to: 1) }),
            ("fdatasync", { try file.synchronize() }),
        ]
        for (name, attempt) in attempts {
            #expect(throws: SystemCallError(call: name, subject: "film", errorNumber: errorNumber)) { try attempt() }
        }
    }

    @Test("What a person can do about a disk depends on what is wrong with it")
    func advice() {
        let advice = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO, EACCES].map { number in
            SystemCallError(call: "pwrite", subject: "film", errorNumber: number).storageAdvice
        }
        #expect(Set(advice).count == advice.count)
    }
}
