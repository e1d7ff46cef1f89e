import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeCommand

@Suite struct RepairCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makePart() throws -> String {
        try folder.write(FragmentedFilm.bytes(), to: "film.part.mp4")
    }

    @Test("repair prints the path of the film, and says what it did")
    func repairs() async throws {
        let run = await CommandRun(["repair", try makePart()])
        #expect(run.status == .done)
        #expect(run.output == "\(folder.file("film.mp4"))\n")
        #expect(run.errors.wholeMatch(of: /Finished a film of 2\.0\d* s\.\n/) != nil, "\(run.errors)")
        let again = await CommandRun(["repair", folder.file("film.mp4")])
        #expect(again.status == .done)
        #expect(again.output == run.output)
        #expect(again.errors == "It is a finished film; there was nothing to repair.\n")
    }

    @Test("repair -o leaves the file as it is and says how much was cut off")
    func output() async throws {
        let torn = try FragmentedFilm.bytes().dropLast(10)
        let path = try folder.write(Array(torn), to: "film.part.mp4")
        let run = await CommandRun(["repair", path, "-o", folder.file("whole.mp4")])
        #expect(run.status == .done)
        #expect(run.output == "\(folder.file("whole.mp4"))\n")
        #expect(run.errors.contains(" bytes of an incomplete end were cut off.\n"))
        #expect(try folder.contents() == ["film.part.mp4", "whole.mp4"])
    }

    @Test("repair has a form for programs")
    func json() async throws {
        let run = await CommandRun(["repair", "--json", try makePart()])
        let pattern =
            /\{"bytes_dropped":0,"duration":2[.\d]*,"file":"(.*)","fragments_skipped":0,"outcome":"finished"\}\n/
        #expect(run.output.wholeMatch(of: pattern)?.1 == Substring(folder.file("film.mp4")), "\(run.output)")
    }

    @Test("repair takes the film off the list of unfinished ones, in place or as a copy")
    func forgets() async throws {
        let environment = ["XDG_STATE_HOME": folder.file("state")]
        let films = UnfinishedFilms(environment: environment)
        for more in [["-o", folder.file("whole.mp4")], []] {
            let path = try makePart()
            _ = films.add(path)
            #expect(films.left() == [path])
            #expect(await CommandRun(["repair", path] + more, environment: environment).status == .done)
            #expect(films.left() == [])
        }
        // What is on the list for another reason stays on it.
        let other = try makePart()
        _ = films.add(other)
        _ = await CommandRun(["repair", folder.file("film.mp4")], environment: environment)
        #expect(films.left() == [other])
    }

    @Test("repair ends with a status for each way to fail, and leaves the film on the list")
    func failures() async throws {
        let garbage = try folder.write(Array("no film".utf8), to: "garbage.mp4")
        let part = try makePart()
        let recorder = try FileStorage(path: part, access: .readWrite)
        let table: [([String], Int32, String)] = [
            ([folder.file("none.mp4")], 66, "none.mp4: No such file or directory"),
            ([folder.path], 66, "it is not a file"),
            ([garbage], 1, "garbage.mp4: it is no MP4 or MOV file"),
            ([part, "-o", "\(garbage)/film.mp4"], 73, "mkdir: Not a directory"),
            ([part, "-o", folder.file("film.xyz")], 64, "no kind of film has this extension"),
            ([], 64, "FILE: repair needs one"),
            ([part, "b"], 64, "b: there is one argument too many"),
        ]
        for (arguments, status, message) in table {
            let run = await CommandRun(["repair"] + arguments)
            #expect(run.status.rawValue == status)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.errors.contains("\n  help: "))
        }
        try recorder.lock()
        let run = await CommandRun(["repair", part])
        #expect(run.status == .no)
        #expect(run.errors.contains("film.part.mp4: it is being recorded or repaired right now"))
        #expect(try folder.contents() == ["film.part.mp4", "garbage.mp4"])
    }

    @Test(
        "A path is quoted for the shell where it must be",
        arguments: [
            ("film.part.mp4", "film.part.mp4"), ("/home/me/Videos/a-b_c.mp4", "/home/me/Videos/a-b_c.mp4"),
            ("my film.mp4", "'my film.mp4'"), ("it's.mp4", #"'it'\''s.mp4'"#), ("$(rm).mp4", "'$(rm).mp4'"),
            ("", "''"), ("größer.mp4", "'größer.mp4'"), ("-o.mp4", "'-o.mp4'"),
        ]
    )
    func words(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }
}
