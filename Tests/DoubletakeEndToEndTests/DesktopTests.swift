import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

extension EndToEndTests {
    @Suite struct DesktopTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// A desktop on that bus, on which files are opened by a program that only notes which.
        private func environment(_ session: String) throws -> [String: String] {
            let program = """
                #!/bin/sh
                printf '%s' "$1" > '\(folder.file("opening"))'
                mv '\(folder.file("opening"))' '\(folder.file("opened"))'

                """
            let opener = try folder.write(Array(program.utf8), to: "xdg-open")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
            var environment = Tool.environment()
            environment["DBUS_SESSION_BUS_ADDRESS"] = session
            environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
            environment["XDG_DATA_HOME"] = folder.path
            return environment
        }

        private func record(_ session: String) throws -> ProcessRun {
            let words = ["record", "-m", "test:counter", "--no-sound", "-t", "1", folder.file("film.mp4")]
            return try Tool.run(words, environment: environment(session))
        }

        /// Waits until a file was opened, up to a minute, and tells which.
        private func opened() throws -> String? {
            let clock = MonotonicClock()
            let deadline = clock.now + .seconds(60)
            while try !folder.contents().contains("opened") {
                if clock.now > deadline { return nil }
            }
            return try String(contentsOfFile: folder.file("opened"), encoding: .utf8)
        }

        @Test("A notification tells of a film that was saved, a click on it opens the film, and it is a recent file")
        func saved() throws {
            let bus = try PrivateBus()
            let server = try NotificationServer(on: PrivateXServer(), bus)
            let run = try record(bus.address)
            #expect(run.status == 0)
            #expect(run.standardOutput == folder.file("film.mp4") + "\n")
            #expect(try server.shows(1))
            try server.choose()
            #expect(try opened() == folder.file("film.mp4"))
            let recent = try String(contentsOfFile: folder.file("recently-used.xbel"), encoding: .utf8)
            #expect(recent.contains("href=\"file://\(folder.file("film.mp4"))\""))
        }

        @Test("A notification tells of a recording that fails while nobody looks at the terminal")
        func failed() throws {
            let bus = try PrivateBus()
            let server = try NotificationServer(on: PrivateXServer(), bus)
            let screen = try PrivateXServer()
            var environment = try environment(bus.address)
            environment["DISPLAY"] = screen.display
            let tool = try RunningTool(
                ["record", "--screen", "--no-sound", "--start", "now", folder.file("film.mp4")],
                environment: environment
            )
            _ = try tool.awaitEvent("started")
            screen.terminate()
            #expect(tool.awaitEnd() == 75)
            #expect(try server.shows(1))
        }

        /// What there may be in place of a desktop.
        enum Absence: CaseIterable {
            case noBus
            case noService
            case hangingBus
        }

        @Test("Without a desktop nothing is different, and nothing more is said", arguments: Absence.allCases)
        func absence(of what: Absence) throws {
            let usual = try record("disabled:")
            let bus = try PrivateBus()
            if what == .hangingBus { bus.freeze() }
            let run = try record(what == .noBus ? "unix:path=/dev/null/bus" : bus.address)
            #expect(run.status == 0)
            let lines = [usual, run].map { $0.standardError.split(separator: "\n").count }
            #expect(lines[0] == lines[1])
            #expect(run.standardOutput == folder.file("film-2.mp4") + "\n")
        }
    }
}
