import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia
import DoubletakeWriting
import Testing

@testable import DoubletakeCommand

@Suite struct CommandLineParserTests {
    @Test("A newcomer's command line means the default of everything")
    func defaults() throws {
        let options = try RecordOptions([])
        #expect(options.configuration.picture == .monitorWithPointer)
        #expect(options.configuration.applicationAudio == .default)
        #expect(options.configuration.microphone == .default)
        #expect(options.configuration.frameRate == FrameRate(30))
        #expect(options.configuration.timing == .variable)
        #expect(options.configuration.quality == .high)
        #expect(options.duration == nil)
        #expect(options.output == nil)
        #expect(options.replacement == .never)
        #expect(options.keys.mapValues(\.description) == [.press: "F9"])
        #expect(options.doublePressTime == .milliseconds(400))
        #expect(options.configuration.cursor == .shown)
        #expect(options.configuration.tracks == .both)
        #expect(options.configuration.size == nil)
    }

    @Test("What is recorded is a monitor, all of them, or a part, and only one of these")
    func pictures() throws {
        let pictures: [([String], PictureSelection)] = [
            (["-m", "pointer"], .monitorWithPointer),
            (["-m", "primary"], .monitor("primary")),
            (["--screen"], .screen),
            (["-g", "1280x720+100+50"], .region(PixelRect(x: 100, y: 50, width: 1280, height: 720))),
            (["-g640x480-30+0"], .region(PixelRect(x: -30, y: 0, width: 640, height: 480))),
            (
                ["--region", "DP-1:640x481+0-7"],
                .region(PixelRect(x: 0, y: -7, width: 640, height: 481), ofMonitor: "DP-1")
            ),
            (["--window", "0x1c00007"], .window("0x1c00007")),
            (["-w", "title:Invoices"], .window("title:Invoices")),
        ]
        for (arguments, picture) in pictures {
            #expect(try RecordOptions(arguments).configuration.picture == picture, "\(arguments)")
        }
        #expect(throws: UsageError.conflict("--screen", "--region")) {
            try RecordOptions(["--screen", "-g", "640x480+0+0"])
        }
        for arguments in [["-w", ""], ["-w", "title:"], ["--on-resize", "stretch"], ["--on-close", "ask"]] {
            #expect(throws: UsageError.self) { try RecordOptions(arguments) }
        }
        let window = try RecordOptions(["-w", "active", "--on-resize", "crop", "--on-close", "wait"]).configuration
        #expect(window.resizing == .crop && window.closing == .wait)
        #expect(try RecordOptions(["--no-cursor"]).configuration.cursor == .hidden)
        #expect(try RecordOptions(["--size", "720p"]).configuration.size == PixelSize(width: 1280, height: 720))
    }

    @Test("It begins at a press, unless something says when it ends or nobody is there to press")
    func start() throws {
        let person = CommandContext.ErrorReader.terminal(columns: 80)
        func start(_ arguments: [String], _ terminal: RecordOptions.Terminal, _ reader: CommandContext.ErrorReader)
            throws -> RecordingStart
        {
            try RecordOptions(arguments).resolvedStart(terminal: terminal, errorReader: reader)
        }
        #expect(try start([], .present, person) == .key)
        #expect(try start([], .absent, person) == .key)
        #expect(try start([], .present, .pipe) == .key)
        #expect(try start([], .absent, .pipe) == .now)
        #expect(try start(["-t", "5"], .present, person) == .now)
        #expect(try start(["--no-key"], .present, person) == .now)
        #expect(try start(["--key", "none"], .present, person) == .now)
        #expect(try start(["-t", "5", "--start", "key"], .absent, .pipe) == .key)
        #expect(try start(["--start", "now"], .present, person) == .now)
    }

    @Test("The key and the time between two presses can be chosen")
    func keys() throws {
        #expect(try RecordOptions(["-k", "ctrl+alt+r"]).keys[.press]?.description == "Ctrl+Alt+R")
        #expect(try RecordOptions(["--no-key"]).keys.isEmpty)
        #expect(try RecordOptions(["--double-press", "250"]).doublePressTime == .milliseconds(250))
        #expect(throws: UsageError.self) { try RecordOptions(["--double-press", "50"]) }
        #expect(throws: UsageError.self) { try RecordOptions(["--key", "F99"]) }
        #expect(try RecordOptions([]).singlePress == .nothing)
        #expect(try RecordOptions(["--single-press", "marker"]).singlePress == .marker)
        #expect(throws: UsageError.self) { try RecordOptions(["--single-press", "stop"]) }
    }

    @Test("A key can be given to each action; the usual one stays unless another one starts")
    func keyActions() throws {
        func keys(_ texts: String...) throws -> [KeyAction: String] {
            try RecordOptions(texts.flatMap { ["--key", $0] }).keys.mapValues(\.description)
        }
        #expect(try keys("stop=F10", "mark=F12") == [.press: "F9", .stop: "F10", .mark: "F12"])
        #expect(try keys("start=F8", "stop=F10") == [.start: "F8", .stop: "F10"])
        #expect(try keys("toggle=F9") == [.toggle: "F9"])
        #expect(try keys("F7", "pause=ctrl+p") == [.press: "F7", .pause: "Ctrl+P"])
        #expect(try keys("none", "discard=F5") == [.discard: "F5"])
        #expect(try keys("=") == [.press: "="])
        #expect(try keys("Ctrl+=") == [.press: "Ctrl+="])
        #expect(try keys("stop==").keys.contains(.stop))
        #expect(throws: UsageError.conflict("--key stop=F9", "--key pause=F9")) {
            try keys("pause=F9", "stop=F9", "F8")
        }
        #expect(throws: UsageError.unknownAction("fly")) { try keys("fly=F5") }
        #expect(UsageError.unknownAction("fly").description == "--key fly=: no key can do that")
        #expect(
            UsageError.unknownAction("fly").help
                == "Choose one of: start, stop, toggle, pause, mark, swap, mute, camera, discard."
        )
        #expect(throws: UsageError.self) { try keys("stop=") }
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
        #expect(named.picture == .monitor("DP-1"))
        #expect(try RecordOptions(["--mic", "none"]).configuration.microphone == .none)
        #expect(try RecordOptions(["--no-mic"]).configuration.microphone == .none)
        #expect(try RecordOptions(["--no-app-audio"]).configuration.applicationAudio == .none)
        let silent = try RecordOptions(["--no-sound"]).configuration
        #expect(silent.applicationAudio == .none)
        #expect(silent.microphone == .none)
    }

    @Test("What is named first takes the default's place, and what is named then its side; none takes all back")
    func severalSources() throws {
        let two = try RecordOptions(["--app-audio", "app:One", "--app-audio", "app:Two"]).configuration
        #expect(two.applicationSources == [.named("app:One"), .named("app:Two")])
        #expect(two.microphones == [.default])
        let mixed = try RecordOptions(["--mic", "default", "--mic", "Blue Yeti", "--mic", "Blue Yeti"]).configuration
        #expect(mixed.microphones == [.default, .named("Blue Yeti")])
        let silent = try RecordOptions(["--mic", "Blue Yeti", "--mic", "none"]).configuration
        #expect(silent.microphones == [.none])
        let late = try RecordOptions(["--no-mic", "--mic", "Blue Yeti"]).configuration
        #expect(late.microphones == [.named("Blue Yeti")])
        #expect(throws: UsageError.self) { try RecordOptions(["--app-audio", ""]) }
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
