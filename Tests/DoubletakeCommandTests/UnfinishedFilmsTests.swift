import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeCommand

struct UnfinishedFilmsTests {
    private let folder: TemporaryFolder
    private let films: UnfinishedFilms

    init() throws {
        folder = try TemporaryFolder()
        films = UnfinishedFilms(environment: ["XDG_STATE_HOME": folder.path])
    }

    private func makeFilm(_ name: String) -> String {
        _ = FileManager.default.createFile(atPath: folder.file(name), contents: nil)
        return folder.file(name)
    }

    @Test("A film is on the list of the others only once its recorder is gone without having taken it off")
    func abandoned() throws {
        let path = makeFilm("film.part.mp4")
        var entry = films.add(path)
        #expect(entry != nil)
        #expect(films.left().isEmpty, "its recorder lives")
        entry = nil
        #expect(films.left() == [path])
        #expect(films.left() == [path], "it is named until it is gone")
        try FileManager.default.removeItem(atPath: path)
        #expect(films.left().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("doubletake/unfinished")).isEmpty)
    }

    @Test("A film that was finished is off the list")
    func finished() {
        let entry = films.add(makeFilm("film.part.mp4"))
        entry?.remove()
        #expect(films.left().isEmpty)
    }

    @Test("A path in the working folder is kept as one from the root")
    func relative() {
        let entry = films.add("no-such-film.part.mp4")
        #expect(entry != nil)
        #expect(films.left().isEmpty)
    }

    @Test("Without a home there is no list, and nothing fails")
    func noHome() {
        let films = UnfinishedFilms(environment: [:])
        #expect(films.add("film.part.mp4") == nil)
        #expect(films.left().isEmpty)
    }

    @Test("A command names what a dead recorder left, in one line")
    func named() async {
        let path = makeFilm("film.part.mp4")
        _ = films.add(path)
        let run = await CommandRun(["version"], environment: ["XDG_STATE_HOME": folder.path])
        #expect(
            run.errors == """
                doubletake: note: a recording that was interrupted is at \(path); it plays as it is, \
                and `doubletake repair \(path)` finishes it

                """
        )
    }
}
