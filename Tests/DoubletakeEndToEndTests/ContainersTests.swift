import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

extension EndToEndTests {
    /// Every container with every codec, from the command line to somebody else's decoder.
    @Suite struct ContainersTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test(
            "Each kind of file is recorded with each codec that it may hold, and ffmpeg decodes it without a word",
            arguments: ContainerFormat.all
        )
        func rows(container: ContainerFormat) throws {
            for number in 0..<max(container.videoCodecs.count, container.audioCodecs.count) {
                let video = container.videoCodecs[number % container.videoCodecs.count].name
                let audio = container.audioCodecs[number % container.audioCodecs.count].name
                let path = folder.file("\(video)-\(audio).\(container.fileExtensions[0])")
                let run = try Tool.run([
                    "record", "--monitor", "test:counter", "--size", "640x360", "--app-audio", "test:tone", "--no-mic",
                    "--codec", video, "--audio-codec", audio, "-t", "0.25", path,
                ])
                #expect(run.status == 0, "\(run.standardError)")
                #expect(run.standardOutput == "\(path)\n")
                let probe = try MediaProbe(path)
                #expect(probe.streams.map(\.codec) == [video, audio])
                #expect(probe.streams.map(\.name) == ["Screen", "Applications"])
                #expect(abs((probe.duration ?? .zero).inSeconds - 0.25) < 0.05)
                #expect(try MediaProbe.decodeErrors(path) == "")
                let film = try DecodedFilm(AssetReader(path: path))
                #expect(film.pictures.first?.time == .zero)
                #expect(film.pictures.allSatisfy { $0.number != nil })
            }
        }

        @Test("A film has its title, whatever kind of file it is in", arguments: ContainerFormat.all)
        func title(container: ContainerFormat) throws {
            let path = folder.file("titled.\(container.fileExtensions[0])")
            let run = try Tool.run([
                "record", "-m", "test:bars", "--size", "320x180", "--no-sound", "-t", "0.2", "--title", "Größe & 1",
                path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let words = ["ffprobe", "-v", "error", "-show_entries", "format_tags=title", "-of", "csv=p=0", path]
            #expect(try ProcessRun.run(words).standardOutput == "Größe & 1\n")
        }

        @Test("A name that ends in .webm means VP9 and Opus")
        func webm() throws {
            let path = folder.file("film.webm")
            let run = try Tool.run([
                "record", "--json", "-m", "test:bars", "--app-audio", "test:tone", "--mic", "test:tone", "-t", "0.3",
                path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let started = try #require(Tool.events(run.standardOutput).first { $0["event"] as? String == "started" })
            #expect(started["part"] as? String == folder.file("film.part.webm"))
            #expect(try folder.contents() == ["film.webm"])
            let probe = try MediaProbe(path)
            #expect(probe.streams.map(\.codec) == ["vp9", "opus", "opus", "opus"])
            #expect(probe.streams.map(\.isDefault) == [true, true, false, false])
        }

        @Test("A graphics card that isn't there is one warning with auto, and the end with its name")
        func hardware() throws {
            let words = ["record", "--json", "-m", "test:bars", "--no-sound", "-t", "0.2", "--encoder"]
            let automatic = try Tool.run(words + ["auto", folder.file("auto.mp4")])
            #expect(automatic.status == 0, "\(automatic.standardError)")
            let events = try Tool.events(automatic.standardOutput)
            // A machine with a card has none.
            #expect(events.count { $0["code"] as? String == "encoder_substituted" } <= 1)
            let named = try Tool.run(words + ["h264_nvenc", folder.file("named.mp4")])
            #expect(named.status == 0 || named.status == 69, "\(named.standardError)")
        }

        @Test("What a kind of file can't hold is a mistake of whoever asks, and nothing is left")
        func refused() throws {
            let run = try Tool.run([
                "record", "-m", "test:bars", "--no-sound", "--codec", "h264", folder.file("a.webm"),
            ])
            #expect(run.status == 64)
            #expect(run.standardError.contains("error: h264: webm can't hold it\n  help: Choose vp9 or av1, or"))
            #expect(try folder.contents().isEmpty)
        }
    }
}
