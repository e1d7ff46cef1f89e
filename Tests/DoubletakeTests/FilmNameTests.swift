import Testing

@testable import Doubletake

@Suite struct FilmNameTests {
    @Test("A path is taken apart into folder, stem and extension")
    func parts() {
        let name = FilmName(path: "a/b.c/film.take.MP4")
        #expect(name?.folder == "a/b.c/")
        #expect(name?.stem == "film.take")
        #expect(name?.fileExtension == "MP4")
        #expect(FilmName(path: "film.mp4")?.folder == "")
        #expect(FilmName(path: "/film.mp4")?.folder == "/")
        #expect(FilmName(path: "a//b//film.mp4")?.folderPath == "a//b")
        #expect(FilmName(path: "//film.mp4")?.folderPath == "/")
        #expect(FilmName(path: "film.mp4")?.folderPath == ".")
    }

    @Test("A name without a stem or an extension is none", arguments: ["film", ".mp4", "film.", "a.b/film", ""])
    func refused(path: String) {
        #expect(FilmName(path: path) == nil)
    }

    @Test("A number goes before the extension, and that of a part file before its .part")
    func numbers() throws {
        let name = try #require(FilmName(path: "v/film.mp4"))
        #expect(name.film(1) == "film.mp4")
        #expect(name.film(3) == "film-3.mp4")
        #expect(name.part(1) == "film.part.mp4")
        #expect(name.part(2) == "film-2.part.mp4")
    }

    @Test("A name of 255 bytes is shortened at a character's boundary to make room for .part")
    func longNames() throws {
        let stem = String(repeating: "ö", count: 125) + "x"
        let name = try #require(FilmName(path: "\(stem).mp4"))
        #expect(name.film(1).utf8.count == 255)
        #expect(name.film(1) == "\(stem).mp4")
        #expect(name.part(1).utf8.count <= 255)
        #expect(name.part(1) == String(repeating: "ö", count: 123) + ".part.mp4")
        #expect(name.film(12) == String(repeating: "ö", count: 124) + "-12.mp4")
    }

    @Test("What stands in a name is kept as it is", arguments: ["%s%n.mp4", "-y.mp4", "new\nline.mp4", "a b'\".mp4"])
    func oddNames(path: String) {
        #expect(FilmName(path: path)?.film(1) == path)
    }
}
