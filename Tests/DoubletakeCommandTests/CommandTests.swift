import DoubletakeTestSupport
import Testing

@testable import DoubletakeCommand

@Suite(.timeLimit(.minutes(10))) struct CommandTests {
    @Test("version prints the version alone")
    func version() async {
        let run = await CommandRun(["version"])
        #expect(run.status == .done)
        #expect(run.output == "doubletake \(Command.version)\n")
        #expect(run.errors.isEmpty)
    }

    @Test("version has a form for programs, and takes nothing else")
    func versionForms() async {
        let json = await CommandRun(["version", "--json"])
        #expect(json.output == "{\"name\":\"doubletake\",\"version\":\"\(Command.version)\"}\n")
        #expect(await CommandRun(["version", "--help"]).output == CommandRun(["help", "version"]).output)
        for arguments in [["version", "all"], ["help", "record", "version"]] {
            let run = await CommandRun(arguments)
            #expect(run.status == .usage)
            #expect(run.errors.contains("\(arguments[arguments.count - 1]): there is one argument too many"))
        }
    }

    @Test("help names every command, and help of a command every option of its table")
    func help() async {
        let overview = await CommandRun(["help"])
        for command in ["record", "repair", "verify", "version", "help"] {
            #expect(overview.output.contains("  \(command)"))
        }
        let record = await CommandRun(["help", "record"])
        #expect(record.status == .done)
        for row in RecordOptions.rows {
            #expect(record.output.contains("\(row.usage) "))
            #expect(record.output.contains(row.help))
        }
        #expect(await CommandRun(["record", "--help"]).output == record.output)
    }

    @Test("A line of the help fits into 120 columns")
    func helpWidth() async {
        for command in HelpText.commands.map(\.name) {
            let help = await CommandRun(["help", command]).output
            for line in help.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
    }

    @Test("Without a command the overview goes to standard error, and the status is that of a usage error")
    func noCommand() async {
        let run = await CommandRun([])
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("usage: doubletake COMMAND"))
    }

    @Test(
        "What can't be understood is a usage error in two lines",
        arguments: [
            (["recrod"], "recrod: there is no such command", "Run `doubletake help` to see the commands."),
            (["help", "recrod"], "recrod: there is no such command", "Run `doubletake help` to see the commands."),
            (
                ["record", "--frames", "3"], "--frames: there is no such option",
                "Run `doubletake help record` to see what it takes."
            ),
            (
                ["record", "a.mp4", "b.mp4"], "b.mp4: there is one argument too many",
                "Run `doubletake help record` to see what it takes."
            ),
            (["record", "--fps"], "--fps: a value is missing: N", "Write --fps N."),
            (["record", "--json=yes"], "--json: this option takes no value", "Write --json alone."),
            (
                ["record", "--fps", "zero"], "--fps zero: it must be a rate from 1 to 480, such as 30 or 30000/1001",
                "Correct the value."
            ),
            (["record", "--crf", "52"], "--crf 52: it must be a number from 1 to 51", "Correct the value."),
            (["record", "--timing", "fast"], "--timing fast: it must be vfr or cfr", "Correct the value."),
            (
                ["record", "-t", "0"], "-t 0: it must be a time such as 90, 1m30s or 00:01:30", "Correct the value."
            ),
            (
                ["record", "{title}.mp4"], "{title}: the name {title}.mp4 has an unknown part in braces",
                "Use {date}, {time}, {take} or {n}."
            ),
            // What other versions may take is never ignored.
            (
                ["record", "--burst", "5"], "--burst: there is no such option",
                "Run `doubletake help record` to see what it takes."
            ),
            (
                ["record", "--region", "here"],
                "--region here: it must be WxH+X+Y, MONITOR:WxH+X+Y, X,Y WxH, pick or last",
                "Correct the value."
            ),
            (
                ["record", "--screen", "-m", "DP-1"], "--screen and --monitor: they can't be used together",
                "Leave out --monitor, or the other one."
            ),
            (
                ["save-replay", "soon"], "save-replay soon: it must be a time such as 30 or 1m30s", "Correct the value."
            ),
            (
                ["save-replay", "5", "6"], "6: there is one argument too many",
                "Run `doubletake help save-replay` to see what it takes."
            ),
        ]
    )
    func usageErrors(arguments: [String], message: String, help: String) async {
        let run = await CommandRun(arguments)
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errors == "doubletake: error: \(message)\n  help: \(help)\n")
    }

    @Test("A monitor that isn't there is unavailable, and the help lists those that are")
    func noSuchMonitor() async {
        let run = await CommandRun(["record", "--monitor", "DP-9", "--no-sound", "film.mp4"])
        #expect(run.status == .unavailable)
        #expect(
            run.errors == """
                doubletake: error: DP-9: there is no monitor of that name
                  help: Choose one of: test:bars, test:counter, test:ball.

                """
        )
    }

    @Test("An interruption stops a recording properly, and the path is all that goes to standard output")
    func interruption() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mp4")
        let run = await CommandRun(["record", "-m", "test:bars", "--no-sound", path], isInterrupted: true)
        #expect(run.status == .done)
        #expect(run.output == "\(path)\n")
        #expect(try folder.contents() == ["film.mp4"])
    }

    @Test("Without a name the film goes into the folder for videos, which is made, with date and time as its name")
    func defaultName() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun(
            ["record", "-m", "test:bars", "--no-sound"],
            environment: ["HOME": folder.path],
            isInterrupted: true
        )
        #expect(run.status == .done)
        let pattern = /\/Videos\/doubletake-\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.mp4\n$/
        #expect(run.output.firstMatch(of: pattern) != nil, "\(run.output)")
    }

    @Test("A missing default sound is a warning with help, and the recording goes on")
    func missingSound() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun(["record", "-m", "test:bars", folder.file("film.mp4")], isInterrupted: true)
        #expect(run.status == .done)
        #expect(run.errors.contains("doubletake: warning: microphone: none was found"))
    }
}
