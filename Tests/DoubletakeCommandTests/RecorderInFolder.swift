import DoubletakeTestSupport

@testable import DoubletakeCommand

/// A recorder in this process whose socket and films are in a folder of the test's own, and commands that reach it.
protocol RecorderInFolder {
    var folder: TemporaryFolder { get }
    var recorder: FakePerson { get }
}

extension RecorderInFolder {
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "XDG_DATA_HOME": folder.file("data"), "HOME": folder.path]
    }

    /// Records the test picture without sound, until it ends.
    func record(_ more: String...) async -> DoubletakeCommand.ExitStatus {
        let arguments = ["record", "-m", "test:bars", "--no-sound"] + more + [folder.file("film.mp4")]
        return await Command.run(arguments, in: recorder.context(environment: environment))
    }

    /// Runs another command beside it.
    func run(_ arguments: String...) async -> CommandRun {
        await CommandRun(arguments, environment: environment)
    }
}
