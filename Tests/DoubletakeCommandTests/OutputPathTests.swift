import Testing

@testable import DoubletakeCommand

@Suite struct OutputPathTests {
    private let stamp = OutputPath.Stamp(date: "2026-11-30", time: "10-22-33")

    private func resolve(
        _ template: String?,
        take: Int = 1,
        environment: [String: String] = ["HOME": "/home/ada"],
        folders: [String] = [],
        files: [String] = []
    ) throws(UsageError) -> String {
        try OutputPath.resolve(
            template,
            take: take,
            environment: environment,
            stamp: stamp,
            isFolder: { folders.contains($0) },
            exists: { files.contains($0) }
        )
    }

    @Test("Without a name the film is named by date and time, in the folder for videos")
    func defaultName() throws {
        #expect(try resolve(nil) == "/home/ada/Videos/doubletake-2026-11-30_10-22-33.mp4")
        #expect(
            try resolve(nil, environment: ["XDG_VIDEOS_DIR": "/films"]) == "/films/doubletake-2026-11-30_10-22-33.mp4")
    }

    @Test("A folder gets the default name in it")
    func folder() throws {
        #expect(try resolve("out", folders: ["out"]) == "out/doubletake-2026-11-30_10-22-33.mp4")
        #expect(try resolve("new/") == "new/doubletake-2026-11-30_10-22-33.mp4")
    }

    @Test("A name without an extension gets .mp4")
    func fileExtension() throws {
        #expect(try resolve("a.b/film") == "a.b/film.mp4")
        #expect(try resolve("film.mov") == "film.mov")
        #expect(try resolve(".film") == ".film.mp4")
    }

    @Test("Parts in braces are filled in, and {n} is the first number that is free")
    func placeholders() throws {
        #expect(try resolve("{date}/{time}.mp4") == "2026-11-30/10-22-33.mp4")
        #expect(try resolve("take-{n}.mp4", files: ["take-1.mp4", "take-2.mp4"]) == "take-3.mp4")
        #expect(try resolve("{take}-{n}.mp4", take: 7, files: ["7-1.mp4"]) == "7-2.mp4")
        #expect(throws: UsageError.unknownPlaceholder("{name}", template: "{name}.mp4")) { try resolve("{name}.mp4") }
        #expect(try resolve("50%{.mp4") == "50%{.mp4")
    }

    @Test("The desktop's own folder for videos is read from user-dirs.dirs")
    func videosFolder() {
        let text = """
            # a comment
            XDG_MUSIC_DIR="$HOME/Musik"
            XDG_VIDEOS_DIR="$HOME/Filme"
            """
        #expect(VideosFolder.folder(in: text, home: "/home/ada") == "/home/ada/Filme")
        #expect(VideosFolder.folder(in: "XDG_VIDEOS_DIR=\"/films\"", home: "/h") == "/films")
        #expect(VideosFolder.folder(in: "XDG_VIDEOS_DIR=\"films\"", home: "/h") == nil)
        #expect(VideosFolder.folder(in: "", home: "/h") == nil)
    }
}
