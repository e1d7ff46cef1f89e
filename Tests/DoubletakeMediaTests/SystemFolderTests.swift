import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc
import Testing

@Suite struct SystemFolderTests {
    private let place: TemporaryFolder
    private let folder: SystemFolder

    init() throws {
        place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: place.file("a"), withIntermediateDirectories: false)
        folder = try SystemFolder(path: place.file("a"))
    }

    private func errorNumber(_ call: () throws -> Void) -> Int32? {
        let error = #expect(throws: SystemCallError.self) { try call() }
        return error?.errorNumber
    }

    @Test("A folder that does not exist, or is none, can't be opened")
    func missing() throws {
        #expect(errorNumber { _ = try SystemFolder(path: place.file("b")) } == ENOENT)
        #expect(errorNumber { _ = try SystemFolder(path: "/dev/null") } == ENOTDIR)
    }

    @Test("An open folder stays the same one when it is renamed, and says where it is")
    func renamed() throws {
        #expect(try folder.currentPath() == place.file("a"))
        try FileManager.default.moveItem(atPath: place.file("a"), toPath: place.file("b"))
        #expect(try folder.currentPath() == place.file("b"))
        _ = try folder.makeFile("film")
        #expect(FileManager.default.fileExists(atPath: place.file("b/film")))
    }

    @Test("A folder that was removed is nowhere, and takes no file")
    func removed() throws {
        let file = try folder.makeFile("film")
        try FileManager.default.removeItem(atPath: place.file("a"))
        #expect(try folder.currentPath() == nil)
        #expect(errorNumber { _ = try folder.makeFile("other") } == ENOENT)
        #expect(errorNumber { try folder.link(file, as: "film") } == ENOENT)
    }

    @Test("A file is made under a free name, and gets others that are free")
    func names() throws {
        let file = try folder.makeFile("film")
        #expect(errorNumber { _ = try folder.makeFile("film") } == EEXIST)
        try folder.link(file, as: "second")
        #expect(errorNumber { try folder.link(file, as: "second") } == EEXIST)
        #expect(try folder.contains("second"))
        try folder.remove("film", of: file)
        #expect(try !folder.contains("film"))
        try folder.rename("second", to: "third")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("a")) == ["third"])
    }

    @Test("A name is taken off no other file than the one that is meant")
    func removesOwn() throws {
        let file = try folder.makeFile("film")
        try folder.rename("film", to: "moved")
        _ = try folder.makeFile("film")
        try folder.remove("film", of: file)
        try folder.remove("nothing", of: file)
        #expect(try folder.contains("film"))
    }

    @Test("The disk has a size, and no more room than that")
    func space() throws {
        let space = try folder.space()
        #expect(space.totalByteCount > 0)
        #expect((0...space.totalByteCount).contains(space.availableByteCount))
    }

    @Test("The largest file that may be made is the process's limit")
    func largestFile() async {
        // In a process of its own, since the limit is the process's.
        await #expect(processExitsWith: .success) {
            let folder = try SystemFolder(path: "/tmp")
            var limit = rlimit()
            // SAFETY: the calls read and fill in a local of the right type.
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            if limit.rlim_cur == rlim_t.max { #expect(try folder.largestFile() == nil) }
            limit.rlim_cur = 12_345
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #expect(try folder.largestFile() == 12_345)
        }
    }
}
