import Doubletake
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting
import Testing

@testable import DoubletakeCommand

@Suite struct CommandLineParserTests {
    @Test("A newcomer's command line means the default of everything")
    func defaults() throws {
        let options = try RecordOptions([])
        #expect(options.configuration.monitor == .default)
        #expect(options.configuration.applicationAudio == .default)
        #expect(options.configuration.microphone == .default)
        #expect(options.configuration.frameRate == FrameRate(30))
        #expect(options.configuration.timing == .variable)
        #expect(options.configuration.quality == .high)
        #expect(options.duration == nil)
        #expect(options.output == nil)
        #expect(options.replacement == .never)
    }

    @Test(
        "A value may follow its option, or be attached to it",
        arguments: [["--fps", "60"], ["--fps=60"], ["-r", "60"], ["-r60"]]
    )
    func valueForms(arguments: [String]) throws {
        #expect(try RecordOptions(arguments).configuration.frameRate == FrameRate(60))
    }

    @Test("An option may follow the file, and what follows -- is never an option")
    func order() throws {
        #expect(try RecordOptions(["film.mp4", "--json"]).output == "film.mp4")
        #expect(try RecordOptions(["--json", "--", "--fps"]).output == "--fps")
        #expect(try RecordOptions(["-o", "-y.mp4"]).output == "-y.mp4")
    }

    @Test("Sources can be named, left to the default, or left out")
    func sources() throws {
        let named = try RecordOptions(["--app-audio", "test:tone", "--mic", "Blue Yeti", "-m", "DP-1"]).configuration
        #expect(named.applicationAudio == .named("test:tone"))
        #expect(named.microphone == .named("Blue Yeti"))
        #expect(named.monitor == .named("DP-1"))
        #expect(try RecordOptions(["--mic", "none"]).configuration.microphone == .none)
        #expect(try RecordOptions(["--no-mic"]).configuration.microphone == .none)
        #expect(try RecordOptions(["--no-app-audio"]).configuration.applicationAudio == .none)
        let silent = try RecordOptions(["--no-sound"]).configuration
        #expect(silent.applicationAudio == .none)
        #expect(silent.microphone == .none)
    }

    @Test("Quality is a word or a number")
    func quality() throws {
        #expect(try RecordOptions(["--quality", "low"]).configuration.quality == .low)
        #expect(try RecordOptions(["--quality", "lossless"]).configuration.quality == .lossless)
        #expect(try RecordOptions(["--crf", "17"]).configuration.quality == .constantRateFactor(17))
        #expect(throws: UsageError.self) { try RecordOptions(["--crf", "0"]) }
    }

    @Test("Each option stands once in the table, and its help is one line in lower case without a full stop")
    func table() {
        let names = RecordOptions.rows.flatMap { [$0.name, $0.short].compactMap { $0 } }
        #expect(Set(names).count == names.count)
        for row in RecordOptions.rows {
            #expect(row.name.hasPrefix("--"))
            #expect(row.help.first?.isLowercase == true, "\(row.help)")
            #expect(!row.help.hasSuffix(".") && !row.help.contains("\n"), "\(row.help)")
        }
    }
}
