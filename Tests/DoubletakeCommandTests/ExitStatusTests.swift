import Doubletake
import DoubletakeMedia
import Glibc
import Testing

@testable import DoubletakeCommand

@Suite struct ExitStatusTests {
    private static let full = SystemCallError(call: "pwrite", subject: "film.mp4", errorNumber: ENOSPC)

    private static let denied = SystemCallError(call: "open", subject: "film.mp4", errorNumber: EACCES)

    @Test("A film that ended before anybody wanted it to, because of its disk, is complete but not done")
    func ends() {
        let ends: [RecordingEnd] = [.requested, .maximumSize, .lowDisk, .largestFile]
        #expect(ends.map { ExitStatus($0).rawValue } == [0, 0, 74, 74])
        let words = [
            nil, "It ended because it may not be larger.", "It ended because its disk is nearly full.",
            "It ended because its file can't grow any further there.",
        ]
        #expect(ends.map(\.words) == words)
    }

    @Test("Each way to fail has its exit status")
    func table() {
        let table: [(RecordingError, Int32)] = [
            (.capture(.noSuchDevice(name: "x", kind: .monitor, available: [])), 69),
            (.noMonitor, 69),
            (.lost(.noSuchDevice(name: "x", kind: .monitor, available: []), playableFile: nil), 75),
            (.writer(.cannotWrite(Self.full), playableFile: "film.mp4"), 74),
            (.writer(.cannotFinish(path: "film.mp4", reason: "", help: ""), playableFile: nil), 74),
            (.writer(.unsupported(subject: "h264", reason: "", help: ""), playableFile: nil), 64),
            (.writer(.encoderUnavailable(name: "h264_vaapi", reason: ""), playableFile: nil), 69),
            (.writer(.cannotCreate(Self.full), playableFile: nil), 74),
            (.writer(.cannotCreate(Self.denied), playableFile: nil), 73),
            (.diskFull(path: "v", availableByteCount: 1, wantedByteCount: 2), 74),
            (.cannotSave(Self.full, film: "film.mp4"), 74),
            (.unknownContainer(path: "film.xyz"), 64),
            (.notRegularFile(path: "/dev/null"), 73),
            (.cannotCreate(Self.full), 73),
            (.system(Self.full), 70),
        ]
        for (error, status) in table { #expect(ExitStatus(error).rawValue == status, "\(error)") }
    }
}
