import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import Doubletake

@Suite struct FilmFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func film(_ name: String = "film.mp4", _ replacement: FilmReplacement = .never) throws -> FilmFile {
        try FilmFile(path: folder.file(name), replacement: replacement)
    }

    /// A part file with a text in it.
    private func part(_ text: String, of film: FilmFile, _ number: Int = 1) throws -> PartFile {
        let part = try film.makePart(number)
        try part.storage.write(Array(text.utf8), at: 0)
        return part
    }

    private func makeFile(_ name: String, _ text: String) throws {
        let file = try FileStorage(path: folder.file(name), access: .createNew)
        try file.write(Array(text.utf8), at: 0)
    }

    private func text(_ name: String) throws -> String {
        let file = try FileStorage(path: folder.file(name), access: .readOnly)
        return String(decoding: try file.read(at: 0, count: 100), as: UTF8.self)
    }

    @Test("A missing folder is made, with all those above it")
    func makesFolders() throws {
        let film = try film("a/b/c/film.mp4")
        #expect(try film.plannedPath() == folder.file("a/b/c/film.mp4"))
        let part = try part("new", of: film)
        #expect(try film.publish(part, refuges: []).path == folder.file("a/b/c/film.mp4"))
    }

    @Test("A finished film gets its name, and the part file is gone")
    func publishes() throws {
        let film = try film()
        let part = try part("new", of: film)
        #expect(try folder.contents() == ["film.part.mp4"])
        #expect(try film.publish(part, refuges: []) == FilmFile.Published(path: folder.file("film.mp4")))
        #expect(try folder.contents() == ["film.mp4"])
    }

    @Test("A name that is taken, or taken meanwhile, gets the next number, and what has it stays")
    func numbers() throws {
        try makeFile("film.mp4", "old")
        let film = try film()
        #expect(try film.plannedPath() == folder.file("film-2.mp4"))
        try makeFile("film-2.mp4", "meanwhile")
        let part = try part("new", of: film)
        #expect(try film.publish(part, refuges: []).path == folder.file("film-3.mp4"))
        #expect(try text("film.mp4") == "old")
        #expect(try text("film-2.mp4") == "meanwhile")
        #expect(try text("film-3.mp4") == "new")
    }

    @Test("A film is replaced when that was asked for, and only once the new one is complete")
    func replaces() throws {
        try makeFile("film.mp4", "old")
        try makeFile("film-2.mp4", "somebody's")
        let film = try film("film.mp4", .whenComplete)
        #expect(try film.plannedPath() == folder.file("film.mp4"))
        let first = try part("new", of: film)
        let second = try part("second", of: film, 2)
        #expect(try text("film.mp4") == "old")
        #expect(try film.publish(first, refuges: []).path == folder.file("film.mp4"))
        #expect(try text("film.mp4") == "new")
        #expect(try film.publish(second, refuges: []).path == folder.file("film-3.mp4"))
        #expect(try text("film-2.mp4") == "somebody's", "only what was named is replaced")
    }

    @Test("A part file that somebody left is never used again")
    func leftOverParts() throws {
        try makeFile("film.part.mp4", "left")
        #expect(try film().makePart(1).path == folder.file("film-2.part.mp4"))
        #expect(try text("film.part.mp4") == "left")
    }

    @Test("A FIFO, a device and a folder are refused as targets and stay as they are")
    func refusesOtherThanFiles() throws {
        // SAFETY: the strings are passed for the time of the calls.
        #expect(unsafe mkfifo(folder.file("fifo.mp4"), 0o600) == 0)
        #expect(unsafe symlink("/dev/full", folder.file("device.mp4")) == 0)
        #expect(unsafe mkdir(folder.file("folder.mp4"), 0o700) == 0)
        for name in ["fifo.mp4", "device.mp4", "folder.mp4"] {
            #expect(throws: RecordingError.self) {
                try FilmFile(path: folder.file(name), replacement: .whenComplete)
            }
        }
        #expect(try folder.contents() == ["device.mp4", "fifo.mp4", "folder.mp4"])
    }

    @Test("A folder's place that is taken by a file is an error that names it")
    func folderIsFile() throws {
        try makeFile("film", "text")
        let error = #expect(throws: RecordingError.self) {
            try FilmFile(path: folder.file("film/take.mp4"), replacement: .never)
        }
        #expect(error?.subject == folder.file("film"))
    }

    @Test("An unknown extension is an error that lists the known ones")
    func unknownContainer() throws {
        let error = #expect(throws: RecordingError.self) {
            try FilmFile(path: folder.file("film.xyz"), replacement: .never)
        }
        #expect(error?.help == "Choose one of: .mp4, .m4v, .mov, .mkv, .webm.")
    }
}
