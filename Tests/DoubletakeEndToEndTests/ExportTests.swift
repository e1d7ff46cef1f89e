import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

extension EndToEndTests {
    /// What `export` makes of a recorded film, as somebody else's decoder sees it.
    @Suite struct ExportTests {
        private let folder: TemporaryFolder
        /// Two seconds of numbered pictures and a tone.
        private let film: String

        init() throws {
            folder = try TemporaryFolder()
            film = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "-m", "test:counter", "--size", "640x360", "--app-audio", "test:tone", "--no-mic", "-t", "2",
                film,
            ])
            #expect(run.status == 0, "\(run.standardError)")
        }

        @Test("A part of a film has the part's pictures and sound, and nothing else", arguments: ["mp4", "webm"])
        func part(fileExtension: String) throws {
            let path = folder.file("part.\(fileExtension)")
            let run = try Tool.run(["export", "--from", "0.5", "--to", "1.5", film, path])
            #expect(run.status == 0, "\(run.standardError)")
            #expect(run.standardOutput == "\(path)\n")
            #expect(try MediaProbe.decodeErrors(path) == "")
            let whole = try DecodedFilm(AssetReader(path: film))
            let part = try DecodedFilm(AssetReader(path: path))
            let wanted = whole.pictures.filter { (0.5..<1.5).contains(($0.time - .zero).inSeconds) }.compactMap(
                \.number)
            #expect(part.pictures.first?.time == .zero)
            #expect(part.pictures.compactMap(\.number).suffix(wanted.count).elementsEqual(wanted))
            #expect((wanted.count...wanted.count + 1).contains(part.pictures.count))
            #expect(abs((part.sounds[1]?.count ?? 0) - 48_000) <= 960)
        }

        @Test("A part of a film has the part's chapters, each at its place", arguments: ["mp4", "mkv"])
        func chapters(fileExtension: String) throws {
            let chapters = [("Sign-in", 0, 700), ("Cart", 700, 1_200), ("Bill", 1_200, 2_000)].map { chapter in
                "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(chapter.1)\nEND=\(chapter.2)\ntitle=\(chapter.0)\n"
            }
            let list = try folder.write(Array((";FFMETADATA1\n" + chapters.joined()).utf8), to: "chapters.txt")
            let marked = folder.file("marked.mp4")
            let words = [
                "ffmpeg", "-v", "error", "-i", film, "-i", list, "-map", "0", "-map_chapters", "1", "-c", "copy",
            ]
            #expect(try ProcessRun.run(words + [marked]).status == 0)
            let path = folder.file("part.\(fileExtension)")
            let run = try Tool.run(["export", "--from", "0.5", "--to", "1.1", "--speed", "0.5", marked, path])
            #expect(run.status == 0, "\(run.standardError)")
            let found = try MediaProbe.chapters(path)
            #expect(found.map(\.name) == ["Sign-in", "Cart"])
            #expect(found.map(\.start) == [.zero, .milliseconds(400)])
            #expect(try MediaProbe.decodeErrors(path) == "")
        }

        @Test("At twice the speed a film lasts half as long")
        func speed() throws {
            let path = folder.file("fast.mp4")
            let run = try Tool.run(["export", "--speed", "2", "--size", "160x120", film, path])
            #expect(run.status == 0, "\(run.standardError)")
            let probe = try MediaProbe(path)
            #expect(abs((probe.duration ?? .zero).inSeconds - 1) < 0.1)
            #expect(try MediaProbe.decodeErrors(path) == "")
        }

        @Test("A moving image has the part's pictures, fitted into the size")
        func movingImage() throws {
            let path = folder.file("film.gif")
            let run = try Tool.run(["export", "--to", "1", "--size", "160x160", film, path])
            #expect(run.status == 0, "\(run.standardError)")
            let words = [
                "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
            ]
            let output = try ProcessRun.run(words + ["-of", "csv=p=0", path]).standardOutput
            let numbers = output.split { !$0.isNumber }.compactMap { Int($0) }
            #expect(numbers.prefix(2) == [160, 90])
            #expect((10...16).contains(numbers.last ?? 0))
        }

        @Test("A still is the picture at its instant")
        func still() throws {
            let path = folder.file("still.png")
            let run = try Tool.run(["export", "--from", "1", film, path])
            #expect(run.status == 0, "\(run.standardError)")
            let words = ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0"]
            #expect(try ProcessRun.run(words + [path]).standardOutput == "png,640,360\n")
            let asFilm = folder.file("still.mp4")
            let coder = ["ffmpeg", "-v", "error", "-i", path, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0"]
            #expect(try ProcessRun.run(coder + [asFilm]).status == 0)
            let shown = try DecodedFilm(AssetReader(path: film)).pictures.last { $0.time <= .zero + .seconds(1) }
            #expect(try DecodedFilm(AssetReader(path: asFilm)).pictures.map(\.number) == [try #require(shown).number])
        }

        @Test("What can't be exported is said, and nothing is left")
        func refused() throws {
            let cases: [([String], Int32, String)] = [
                ([film, folder.file("film.xyz")], 64, "no kind of file that can be exported has this extension"),
                ([folder.file("none.mp4"), folder.file("a.mp4")], 66, "can't be opened"),
                (
                    ["--from", "9", film, folder.file("a.mp4")], 66,
                    "it ends at 2.0 s, and the part was to begin at 9.0 s"
                ),
                (["--speed", "0", film, folder.file("a.mp4")], 64, "it must be a number from 0.1 to 100"),
                ([film], 64, "OUT"),
            ]
            for (words, status, reason) in cases {
                let run = try Tool.run(["export"] + words)
                #expect(run.status == status, "\(run.standardError)")
                #expect(run.standardError.contains(reason), "\(run.standardError)")
            }
            #expect(try folder.contents() == ["film.mp4"])
        }
    }
}
