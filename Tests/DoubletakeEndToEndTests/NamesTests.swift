import Doubletake
import DoubletakeTestSupport
import Foundation
import Testing

extension EndToEndTests {
    /// Where the film goes, and what it never touches.
    @Suite struct NamesTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func record(_ arguments: [String]) throws -> ProcessRun {
            try Tool.run(["record", "-m", "test:bars", "--no-sound", "-t", "0.1"] + arguments)
        }

        @Test("A film that exists is not touched: the new one gets a number")
        func numbers() throws {
            let path = folder.file("film.mp4")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let run = try record([path])
            #expect(run.standardOutput == "\(folder.file("film-2.mp4"))\n")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
        }

        @Test("With --overwrite the new film takes its place once it is complete")
        func overwrites() throws {
            let path = folder.file("film.mp4")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let run = try record(["--overwrite", path])
            #expect(run.standardOutput == "\(path)\n")
            #expect(try folder.contents() == ["film.mp4"])
            #expect(try !DecodedFilm(AssetReader(path: path)).pictures.isEmpty)
        }

        @Test(
            "Names of any kind are taken as they are",
            arguments: [
                "größer 日本 €.mp4", "100%s%n.mp4", "-y.mp4", "two\nlines.mp4",
                String(repeating: "n", count: 246) + ".mp4",
            ]
        )
        func oddNames(name: String) throws {
            let run = try record(["--", folder.file(name)])
            #expect(run.status == 0, "\(run.standardError)")
            #expect(try folder.contents() == [name])
        }

        @Test("A missing folder is made")
        func makesFolders() throws {
            let path = folder.file("a/b/film.mp4")
            #expect(try record([path]).status == 0)
            #expect(FileManager.default.fileExists(atPath: path))
        }

        @Test(
            "What can't become a film is refused before anything is recorded, with its exit status, and stays as it is")
        func refusals() throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("full.mp4"), withDestinationPath: "/dev/full")
            try Data().write(to: URL(fileURLWithPath: folder.file("file")))
            let before = try folder.contents()
            for (path, status) in [("full.mp4", 73), ("file/film.mp4", 73), ("film.xyz", 64)] as [(String, Int32)] {
                let run = try record(["--json", folder.file(path)])
                #expect(run.status == status)
                #expect(!run.standardOutput.contains("started"))
                #expect(run.standardError.contains("\n  help: "))
            }
            #expect(try folder.contents() == before)
        }
    }
}
