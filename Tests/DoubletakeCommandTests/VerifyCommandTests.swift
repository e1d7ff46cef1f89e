import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeCommand

@Suite struct VerifyCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An ordinary film, from an interrupted one.
    private func makeFilm() async throws -> String {
        let part = try folder.write(FragmentedFilm.bytes(), to: "film.part.mp4")
        #expect(await CommandRun(["repair", part]).status == .done)
        return folder.file("film.mp4")
    }

    @Test("verify says what is in a sound film, and that nothing is wrong with it")
    func sound() async throws {
        let path = try await makeFilm()
        let run = await CommandRun(["verify", path])
        #expect(run.status == .done, "\(run.output)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("\(path): 2.0") == true)
        #expect(lines.dropFirst().first?.hasPrefix("  track 1: h264, 64x64, 40 pictures, ends at 2.0 s") == true)
        #expect(lines.last == "Nothing is wrong with it.")
        #expect(run.errors.isEmpty)
    }

    @Test("verify has a form for programs")
    func json() async throws {
        let run = await CommandRun(["verify", "--json", try await makeFilm()])
        #expect(run.status == .done)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["ok"] as? Bool == true)
        #expect((object["faults"] as? [Any])?.isEmpty == true)
        let tracks = try #require(object["tracks"] as? [[String: Any]])
        #expect(tracks[0]["frames"] as? Int == 40)
        #expect(tracks[0]["width"] as? Int == 64)
        #expect(tracks[1]["sample_rate"] as? Int == 48_000)
        #expect((tracks[1]["samples"] as? Int).map { abs($0 - 96_000) < 1_100 } == true)
    }

    @Test("verify ends with 1 and names each fault with help when something is wrong")
    func faults() async throws {
        let part = try folder.write(FragmentedFilm.bytes(), to: "film.part.mp4")
        let unfinished = await CommandRun(["verify", part])
        #expect(unfinished.status == .no)
        #expect(
            unfinished.output.contains(
                "fault: it is unfinished: its recording was interrupted, or goes on\n  help: Repair it"))
        let film = try await makeFilm()
        var bytes = try folder.bytes("film.mp4")
        // The first offset in the table of the pictures' places points behind the file.
        let table = Array("co64".utf8)
        let place = try #require(bytes.indices.last { bytes[$0...].starts(with: table) })
        bytes[place + 13] = 1
        _ = try folder.write(bytes, to: "film.mp4")
        let damaged = await CommandRun(["verify", "--json", film])
        #expect(damaged.status == .no)
        #expect(damaged.output.contains(#""code":"damaged_boxes""#))
        let garbage = await CommandRun(["verify", try folder.write(Array("no film".utf8), to: "garbage.mp4")])
        #expect(garbage.status == .no)
        #expect(garbage.output.contains("fault: it can't be read: "))
    }

    @Test("verify has no answer without a file that can be read")
    func noFile() async {
        for path in [folder.file("none.mp4"), folder.path] {
            let run = await CommandRun(["verify", path])
            #expect(run.status.rawValue == 66)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("doubletake: error: \(path): can't be opened: "))
        }
        #expect(await CommandRun(["verify"]).errors.contains("FILE: verify needs one"))
        #expect(await CommandRun(["verify", "a", "b"]).status == .usage)
    }
}
