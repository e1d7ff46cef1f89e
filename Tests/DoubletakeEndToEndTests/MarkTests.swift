import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

extension EndToEndTests {
    /// Somebody presses `m` while the built program records.
    @Suite struct MarkTests {
        private let folder: TemporaryFolder
        private let terminal: PseudoTerminal

        init() throws {
            folder = try TemporaryFolder()
            terminal = try PseudoTerminal()
        }

        private func record(_ more: String...) throws -> RunningTool {
            let source = ["record", "-m", "test:counter", "--size", "320x180", "--app-audio", "test:tone", "--no-mic"]
            return try RunningTool(source + ["--no-key", "--start", "now"] + more, at: terminal)
        }

        /// Presses the key and waits until it is told of.
        private func mark(_ tool: RunningTool) throws -> Double {
            terminal.type("m")
            return try #require(try tool.awaitEvent("marker")["time"] as? Double)
        }

        /// Lets the time pass after which a key that comes again isn't taken for one that is held.
        private func letGo(_ tool: RunningTool) throws {
            for _ in 0..<2 { _ = try tool.awaitEvent("status") }
        }

        private func markTwice(_ tool: RunningTool) throws -> [Double] {
            let first = try mark(tool)
            try letGo(tool)
            return [first, try mark(tool)]
        }

        /// What is told has three decimals, and a container a millisecond.
        private func expect(
            _ chapters: [MediaProbe.Chapter],
            at times: [Double],
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(chapters.count == times.count, sourceLocation: sourceLocation)
            for (chapter, time) in zip(chapters, times) {
                #expect(abs(chapter.start.inSeconds - time) < 0.0021, sourceLocation: sourceLocation)
            }
        }

        @Test(
            "Two marks are two chapters of the film, at the times that were told",
            arguments: ["mp4", "mov", "mkv", "webm"])
        func chapters(fileExtension: String) throws {
            let path = folder.file("film.\(fileExtension)")
            let tool = try record(path)
            _ = try tool.awaitEvent("started")
            let times = try markTwice(tool)
            _ = try tool.awaitEvent("status")
            terminal.type("q")
            _ = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            let chapters = try MediaProbe.chapters(path)
            #expect(chapters.map(\.name) == ["Marker 1", "Marker 2"])
            expect(chapters, at: times)
            #expect(try MediaProbe.decodeErrors(path) == "")
            let verified = try Tool.run(["verify", path])
            #expect(verified.status == 0, "\(verified.standardOutput)")
        }

        @Test(
            "After a kill the repaired film has the chapters that were marked before its last moments",
            arguments: ["mp4", "mkv"])
        func killed(fileExtension: String) throws {
            let path = folder.file("film.\(fileExtension)")
            let tool = try record(path)
            _ = try tool.awaitEvent("started")
            let times = try markTwice(tool)
            var elapsed = 0.0
            while elapsed < times[1] + 3 { elapsed = try #require(try tool.awaitEvent("status")["time"] as? Double) }
            tool.send(SIGKILL)
            #expect(tool.awaitEnd() == 128 + SIGKILL)
            let repaired = try Tool.run(["repair", folder.file("film.part.\(fileExtension)")])
            #expect(repaired.status == 0 && repaired.standardOutput == "\(path)\n", "\(repaired.standardError)")
            expect(try MediaProbe.chapters(path), at: times)
            #expect(try Tool.run(["verify", path]).status == 0)
        }

        @Test("Each part of a film has its own chapters, at its own times")
        func split() throws {
            let tool = try record("--split", "time:1", "-t", "5", folder.file("film.mp4"))
            _ = try tool.awaitEvent("started")
            let first = try mark(tool)
            let start = try #require(try tool.awaitEvent("split")["time"] as? Double)
            try letGo(tool)
            let second = try mark(tool)
            let finished = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            let parts = try #require(finished["parts"] as? [[String: Any]])
            let files = try parts.map { try #require($0["file"] as? String) }
            let starts = try parts.map { try #require($0["time"] as? Double) }
            #expect(starts.contains(start))
            let marks = [first, second]
            for (number, file) in files.enumerated() {
                let end = number + 1 < starts.count ? starts[number + 1] : .infinity
                let own = marks.filter { (starts[number]..<end).contains($0) }
                expect(try MediaProbe.chapters(file), at: own.map { $0 - starts[number] })
            }
        }
    }
}
