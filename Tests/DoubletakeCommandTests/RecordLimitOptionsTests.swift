import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeCommand

@Suite(.timeLimit(.minutes(10))) struct RecordLimitOptionsTests {
    @Test(
        "A size is read as people write it, in units of 1000",
        arguments: [
            ("0", 0), ("500000", 500_000), ("500k", 500_000), ("500K", 500_000), ("1.5M", 1_500_000),
            ("4G", 4_000_000_000), ("2T", 2_000_000_000_000),
        ]
    )
    func sizes(text: String, byteCount: Int64) {
        #expect(Int64(sizeText: text) == byteCount)
    }

    @Test(
        "What is no size is not read",
        arguments: ["", "k", "-1", "1e3", "inf", "0x10", "5MB", "1 M", "1..5", "9999999T"])
    func noSizes(text: String) {
        #expect(Int64(sizeText: text) == nil)
    }

    @Test("A film is split by time or by size")
    func split() {
        #expect(RecordingLimits.Split(text: "time:10m") == .time(.seconds(600)))
        #expect(RecordingLimits.Split(text: "time:00:01:30") == .time(.seconds(90)))
        #expect(RecordingLimits.Split(text: "size:2G") == .size(2_000_000_000))
        for text in ["", "10m", "time:", "time:0.5", "size:1k", "size:", "frames:3"] {
            #expect(RecordingLimits.Split(text: text) == nil, "\(text)")
        }
    }

    @Test("The limits of the command line are those of the recording")
    func limits() throws {
        let options = try RecordOptions(["--max-size", "1G", "--split", "size:500M", "--min-free=0"])
        #expect(options.configuration.limits.maximumByteCount == 1_000_000_000)
        #expect(options.configuration.limits.split == .size(500_000_000))
        #expect(options.configuration.limits.minimumFreeSpace == .bytes(0))
        #expect(try RecordOptions([]).configuration.limits == RecordingLimits())
        for arguments in [["--max-size", "10"], ["--split", "1m"], ["--min-free", "some"], ["--after", ""]] {
            #expect(throws: UsageError.self) { try RecordOptions(arguments) }
        }
    }

    @Test("A recording that ends by its size begins at once")
    func start() throws {
        let options = try RecordOptions(["--max-size", "1G"])
        #expect(options.resolvedStart(terminal: .present, errorReader: .terminal(columns: 80)) == .now)
    }

    private func record(_ folder: TemporaryFolder, _ more: String...) async -> CommandRun {
        let source = ["record", "-m", "test:bars", "--no-sound", "--start", "now", "-t", "0.2"]
        return await CommandRun(source + more + [folder.file("film.mp4")], environment: ["PATH": "/nonexistent"])
    }

    @Test("A command for the finished film gets its path, and its status is told and not the recorder's")
    func after() async throws {
        let folder = try TemporaryFolder()
        let run = await record(folder, "--after", "printf %s \"$1\" > \"$1.txt\"; exit 3")
        #expect(run.status == .done)
        #expect(run.output == folder.file("film.mp4") + "\n")
        #expect(try String(decoding: folder.bytes("film.mp4.txt"), as: UTF8.self) == folder.file("film.mp4"))
        #expect(run.errors.contains("exit 3: it ended with status 3\n"))
    }

    @Test("A command that a signal ended is told of as a shell does, and one that does well is not told of")
    func afterSignal() async throws {
        let folder = try TemporaryFolder()
        let killed = await record(folder, "--json", "--after", "kill -TERM $$")
        #expect(killed.status == .done)
        #expect(killed.output.hasSuffix("{\"command\":\"kill -TERM $$\",\"event\":\"after\",\"status\":143}\n"))
        let fine = await record(folder, "--after", "true")
        #expect(!fine.errors.contains("true"))
    }

    @Test("A desktop that can't show a film is told of once")
    func open() async throws {
        let folder = try TemporaryFolder()
        let run = await record(folder, "--open")
        #expect(run.status == .done)
        // There may be such a program in the system's own folders.
        let warnings = run.errors.split(separator: "\n").filter { $0.contains("--open: xdg-open") }
        #expect(warnings.count <= 1)
    }

    @Test("A program that is left alone runs, and is no child that somebody would have to wait for")
    func detached() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("told")
        let mark = "echo $PPID > \"$0.new\"; mv \"$0.new\" \"$0\""
        try await ShellCommand(words: ["sh", "-c", mark, path], environment: ["PATH": "/usr/bin:/bin"]).detach()
        let wait = "for n in $(seq 600); do [ -e \"$0\" ] && exit; sleep 0.1; done; exit 1"
        #expect(try ProcessRun.run(["sh", "-c", wait, path]).status == 0)
        #expect(try String(decoding: folder.bytes("told"), as: UTF8.self) != "\(getpid())\n")
        let missing = ShellCommand(words: ["no-such-program"], environment: ["PATH": "/usr/bin:/bin"])
        await #expect(throws: SystemCallError.self) { try await missing.detach() }
    }

    @Test("A disk with less room than must stay free is refused before anything is opened")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let run = await record(folder, "--min-free", "900000T")
        #expect(run.status == .inputOutput)
        #expect(run.errors.contains("MB must stay free"))
        #expect(try folder.contents().isEmpty)
    }

    @Test("The paths of all parts are printed, the first one first")
    func parts() async throws {
        let folder = try TemporaryFolder()
        let run = await record(folder, "-t", "2.5", "--split", "time:1")
        #expect(run.status == .done)
        // On a machine that is busy a part begins late, and the film stops late.
        let films = run.output.split(separator: "\n").map(String.init)
        let names = films.indices.map { $0 == 0 ? "film.mp4" : "film-\($0 + 1).mp4" }
        #expect(films.count > 1 && films == names.map(folder.file))
        #expect(run.errors.contains(" in \(films.count) parts, "))
        #expect(run.errors.contains("It goes on in \(folder.file("film-2.part.mp4")) from 00:01 on."))
    }
}
