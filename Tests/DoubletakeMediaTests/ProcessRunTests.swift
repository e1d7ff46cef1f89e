import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProcessRunTests {
    @Test("A program's status and both of its outputs are kept apart")
    func outputs() throws {
        let run = try ProcessRun.run(["sh", "-c", "echo out; echo err >&2; exit 7"])
        #expect(run.status == 7)
        #expect(run.standardOutput == "out\n")
        #expect(run.standardError == "err\n")
    }

    @Test("More than a pipe holds comes through both of them at once")
    func large() throws {
        // The first pipe would fill up while the second is waited for, or the other way round.
        let script = "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"
        let run = try ProcessRun.run(["sh", "-c", script])
        #expect(run.standardOutputBytes.count == 1_000_000)
        #expect(run.standardError.utf8.count == 2_000_000)
    }

    @Test("There is nothing at a program's standard input")
    func input() throws {
        #expect(try ProcessRun.run(["cat"]).standardOutput == "")
    }

    @Test("A program gets the environment that it is given")
    func environment() throws {
        let environment = ["PATH": "/usr/bin:/bin", "COLOUR": "blue"]
        #expect(
            try ProcessRun.run(["sh", "-c", "echo $COLOUR$HOME"], environment: environment).standardOutput == "blue\n")
    }

    @Test("A program that a signal ended has the status that a shell would give it")
    func signal() throws {
        let run = try ProcessRun.run(["sh", "-c", "kill -TERM $$"])
        #expect(run.status == 128 + 15)
    }

    @Test("A program that isn't there is an error that names it")
    func missing() throws {
        let error = try #require(throws: SystemCallError.self) { try ProcessRun.run(["no-such-program"]) }
        #expect(error.description == "no-such-program: posix_spawnp: No such file or directory")
    }

    @Test(
        "A program that hangs is killed, though it ignores signals, closed its outputs, or left a child with them",
        arguments: [
            "trap '' TERM; echo waiting >&2; exec tail -f /dev/null",
            "echo waiting >&2; exec tail -f /dev/null >/dev/null 2>&1",
            "(while echo waiting >&2; do :; done) & wait",
        ]
    )
    func timeOut(script: String) throws {
        let failure = try #require(throws: ProcessRun.Failure.self) {
            try ProcessRun.run(["sh", "-c", script], timeOut: 0.1)
        }
        guard case .timedOut(_, _, let standardError) = failure else {
            Issue.record("it was \(failure)")
            return
        }
        #expect(standardError.hasPrefix("waiting"))
    }

    @Test("A program that must succeed and doesn't is an error with its own words")
    func succeed() throws {
        #expect(try ProcessRun.succeed(["true"]).status == 0)
        let failure = try #require(throws: ProcessRun.Failure.self) {
            try ProcessRun.succeed(["sh", "-c", "echo no room >&2; exit 3"])
        }
        #expect(failure.description == "sh -c echo no room >&2; exit 3: status 3\nno room\n")
    }
}
