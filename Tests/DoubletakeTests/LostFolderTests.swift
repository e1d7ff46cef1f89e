import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc
import Testing

@testable import Doubletake

/// What becomes of a film whose folder, or whose own name, changes while it is recorded.
@Suite struct LostFolderTests {
    private let folder: TemporaryFolder
    private let film: FilmFile
    private let part: PartFile

    init() throws {
        folder = try TemporaryFolder()
        film = try FilmFile(path: folder.file("take/film.mp4"), replacement: .never)
        part = try film.makePart(1)
        try part.storage.write(Array("recorded".utf8), at: 0)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test("A film is in the folder that it was made in, whatever that is called by now")
    func renamed() throws {
        try FileManager.default.moveItem(atPath: folder.file("take"), toPath: folder.file("kept"))
        #expect(film.currentPath(of: part) == folder.file("kept/film.part.mp4"))
        let published = try film.publish(part, refuges: [])
        #expect(published == FilmFile.Published(path: folder.file("kept/film.mp4")))
        #expect(try text(published.path) == "recorded")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("kept")) == ["film.mp4"])
    }

    @Test("A folder that was made under the old name meanwhile has nothing to do with the film")
    func replaced() throws {
        try FileManager.default.moveItem(atPath: folder.file("take"), toPath: folder.file("kept"))
        try FileManager.default.createDirectory(atPath: folder.file("take"), withIntermediateDirectories: false)
        #expect(try film.publish(part, refuges: []).path == folder.file("kept/film.mp4"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("take")).isEmpty)
    }

    @Test("A film whose folder was removed is copied to the first refuge that takes it, and both places are named")
    func removed() throws {
        try FileManager.default.removeItem(atPath: folder.file("take"))
        let published = try film.publish(part, refuges: ["/dev/null/videos", folder.file("videos")])
        #expect(published.path == folder.file("videos/film.mp4"))
        #expect(published.lostFolder == folder.file("take"))
        #expect(try text(published.path) == "recorded")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("videos")) == ["film.mp4"])
    }

    @Test("A film that nobody can take is an error that says so")
    func nowhere() throws {
        try FileManager.default.removeItem(atPath: folder.file("take"))
        let error = #expect(throws: RecordingError.self) { try film.publish(part, refuges: ["/dev/null/videos"]) }
        guard case .cannotSave(let reason, folder.file("take/film.mp4")) = error else {
            Issue.record("the error is \(String(describing: error))")
            return
        }
        #expect(reason.errorNumber == ENOTDIR)
    }

    @Test("A part file that somebody deleted is copied into its folder")
    func deleted() throws {
        try FileManager.default.removeItem(atPath: part.path)
        let published = try film.publish(part, refuges: [])
        #expect(published == FilmFile.Published(path: folder.file("take/film.mp4")))
        #expect(try text(published.path) == "recorded")
    }

    @Test("A part file that somebody gave another name keeps that as well")
    func moved() throws {
        try FileManager.default.moveItem(atPath: part.path, toPath: folder.file("take/mine.mp4"))
        #expect(try film.publish(part, refuges: []).path == folder.file("take/film.mp4"))
        #expect(try text(folder.file("take/mine.mp4")) == "recorded")
    }

    @Test("What has the part file's name by now is left alone when the film is given up")
    func discards() throws {
        try FileManager.default.moveItem(atPath: part.path, toPath: folder.file("take/mine.mp4"))
        try Data("somebody's".utf8).write(to: URL(filePath: part.path))
        film.discard(part)
        #expect(try text(part.path) == "somebody's")
    }
}
