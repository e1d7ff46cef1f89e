import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc
import Testing

struct FileStorageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ bytes: [UInt8] = []) throws -> FileStorage {
        let file = try FileStorage(path: folder.file("film"), access: .createNew)
        try file.write(bytes, at: 0)
        return file
    }

    /// The error number with which `call` fails.
    private func errorNumber(_ call: () throws(SystemCallError) -> Void) -> Int32? {
        do throws(SystemCallError) {
            try call()
            return nil
        } catch {
            return error.errorNumber
        }
    }

    @Test("What is written at an offset is read from there, and what was not written is zeros")
    func offsets() throws {
        let file = try file([1, 2, 3])
        try file.write([9], at: 1)
        try file.write([7, 8], at: 5)
        #expect(try file.byteCount() == 7)
        #expect(try file.read(at: 0, count: 7) == [1, 9, 3, 0, 0, 7, 8])
        #expect(try file.read(at: 5, count: 1) == [7])
    }

    @Test("A read that meets the end is short, and one behind it is empty")
    func shortRead() throws {
        let file = try file([1, 2, 3])
        #expect(try file.read(at: 1, count: 10) == [2, 3])
        #expect(try file.read(at: 3, count: 10) == [])
        #expect(try file.read(at: 100, count: 10) == [])
        #expect(try file.read(at: 0, count: 0) == [])
    }

    @Test("A megabyte is written and read in one piece")
    func large() throws {
        // 251 is a prime, so that no block is like the one before it.
        let bytes = (0..<1 << 20).map { UInt8($0 % 251) }
        let file = try file(bytes)
        #expect(try file.byteCount() == 1 << 20)
        #expect(try file.read(at: 0, count: 1 << 20) == bytes)
    }

    @Test("A file can be cut, and extended with zeros")
    func truncate() throws {
        let file = try file([1, 2, 3])
        try file.truncate(to: 1)
        #expect(try file.read(at: 0, count: 9) == [1])
        try file.truncate(to: 3)
        #expect(try file.read(at: 0, count: 9) == [1, 0, 0])
        try file.synchronize()
    }

    @Test("A file that exists is not made anew, and stays as it is")
    func exclusive() throws {
        let file = try file([1])
        #expect(
            errorNumber { () throws(SystemCallError) in _ = try FileStorage(path: file.path, access: .createNew) }
                == EEXIST)
        #expect(try file.read(at: 0, count: 9) == [1])
    }

    @Test("Opening names the path and what is wrong with it", arguments: [FileStorage.Access.readOnly, .readWrite])
    func missing(access: FileStorage.Access) throws {
        let path = folder.file("nothing")
        #expect(throws: SystemCallError(call: "open", subject: path, errorNumber: ENOENT)) {
            try FileStorage(path: path, access: access)
        }
    }

    @Test("A file that is opened again has what was written, and can be changed only if it was asked for")
    func access() throws {
        let path = try file([1, 2]).path
        let reader = try FileStorage(path: path, access: .readOnly)
        #expect(try reader.read(at: 0, count: 9) == [1, 2])
        #expect(errorNumber { () throws(SystemCallError) in try reader.write([3], at: 0) } == EBADF)
        let writer = try FileStorage(path: path, access: .readWrite)
        try writer.write([3], at: 0)
        #expect(try reader.read(at: 0, count: 9) == [3, 2])
    }

    @Test("A file that somebody made can be locked by others only once that one is gone, and by one of them")
    func lock() throws {
        var maker: FileStorage? = try file([1])
        let path = try #require(maker?.path)
        let other = try FileStorage(path: path, access: .readWrite)
        let inUse = SystemCallError(call: "flock", subject: path, errorNumber: EWOULDBLOCK)
        #expect(throws: inUse) { try other.lock() }
        maker = nil
        try other.lock()
        #expect(throws: inUse) { try FileStorage(path: path, access: .readWrite).lock() }
    }

    @Test("A full disk is an error with the system's words")
    func fullDisk() throws {
        let disk = try FileStorage(path: "/dev/full", access: .readWrite)
        #expect(throws: SystemCallError(call: "pwrite", subject: "/dev/full", errorNumber: ENOSPC)) {
            try disk.write([1], at: 0)
        }
    }

    @Test("A negative offset is an error and not a trap")
    func negativeOffset() throws {
        let file = try file([1])
        #expect(errorNumber { () throws(SystemCallError) in _ = try file.read(at: -1, count: 1) } == EINVAL)
        #expect(errorNumber { () throws(SystemCallError) in try file.write([1], at: -1) } == EINVAL)
        #expect(errorNumber { () throws(SystemCallError) in try file.truncate(to: -1) } == EINVAL)
    }

    @Test("The descriptor is closed when the object is gone")
    func close() throws {
        var file: FileStorage? = try file([1])
        let path = try #require(file?.path)
        #expect(try descriptorCount(of: path) == 1)
        file = nil
        #expect(try descriptorCount(of: path) == 0)
    }

    /// How many of the process's descriptors are of that file.
    private func descriptorCount(of path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            do {
                return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") == path
            } catch {
                // Another test closed it meanwhile.
                return false
            }
        }
    }
}
