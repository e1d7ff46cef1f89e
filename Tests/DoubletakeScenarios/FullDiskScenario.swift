import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A disk that is full, or a file that can't grow: the recorder says so within a second or two, by its exit status too,
/// and what was recorded can be played.
///
/// The disks are real ones, of 6 MB in memory; they need a kernel that lets anybody mount in a namespace of one's own.
package struct FullDiskScenario: Scenario {
    /// How a disk, or a file, is too small.
    package enum Shortage: String, CaseIterable, Sendable {
        case full = "full in the middle"
        case fullAtOnce = "full from the first byte"
        case fullAtStop = "full when it is stopped"
        case nearlyFull = "nearly full"
        case refused = "too full to begin"
        case fileLimit = "file can't grow"
        case fileLimitSplit = "file can't grow, split"
    }

    private let shortages: [Shortage]
    /// How many bytes are left on the disk when the recording begins.
    private let room: Int

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - form: the long one writes two megabytes until the disk is full, the short one a twentieth of that.
    ///   - shortages: what is tried.
    package init(_ form: ScenarioForm, _ shortages: [Shortage] = Shortage.allCases) {
        self.shortages = shortages
        room = form == .long ? 2_000_000 : 100_000
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for shortage in shortages {
            do {
                report.add(try provoke(shortage, tool), as: shortage.rawValue)
            } catch {
                // The others are tried all the same.
                report.add("\(shortage.rawValue): \(error)", isTrue: false)
            }
        }
        return report
    }

    private func provoke(_ shortage: Shortage, _ tool: String) throws -> ScenarioReport {
        switch shortage {
        case .full: try record(tool, leaving: room, "--min-free", "0", endsBy: "failed", status: 74)
        case .fullAtOnce: try record(tool, leaving: 0, "--min-free", "0", endsBy: "failed", status: 74)
        case .fullAtStop: try stopOnFullDisk(tool)
        // A tenth of the disk stays free: 629,145 bytes.
        case .nearlyFull: try record(tool, leaving: 700_000, endsBy: "finished", status: 74, reason: "min_free")
        case .refused: try record(tool, leaving: 300_000, endsBy: nil, status: 74)
        case .fileLimit: try limitFile(tool, status: 74, reason: "largest_file")
        case .fileLimitSplit: try limitFile(tool, "--split", "time:1h", status: 0, reason: "request")
        }
    }

    /// Mounts a disk, leaves so much room on it, runs the recorder, and takes the films off before the disk goes.
    private static let script = """
        disk=$1 rescue=$2 room=$3
        shift 3
        mount -t tmpfs -o size=6m none "$disk" || exit 99
        head -c $((6 * 1024 * 1024 - room)) /dev/zero > "$disk/ballast"
        "$@"
        status=$?
        cp "$disk"/*.mp4 "$rescue"
        exit $status
        """

    /// Sixty pictures a second and three tracks of sound make about 75 kB of a film that is known.
    private let source = [
        "--monitor", "test:counter", "--app-audio", "test:tone", "--mic", "test:tone", "--quality", "lossless",
        "--fps", "60", "--start", "now",
    ]

    private func record(
        _ tool: String,
        leaving room: Int,
        _ options: String...,
        endsBy end: String?,
        status: Int32,
        reason: String? = nil
    ) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool)
        let (disk, rescue) = (desktop.file("disk"), desktop.file("rescue"))
        try desktop.run(["mkdir", disk, rescue])
        let recorder = try desktop.record(
            through: ["unshare", "-rm", "bash", "-c", Self.script, "disk", disk, rescue, "\(room)"],
            source + options + ["\(disk)/film.mp4"]
        )
        var report = ScenarioReport()
        let last = try end.map { try recorder.awaitEvent($0, within: .seconds(120)) }
        report.add("status", try recorder.awaitEnd(), wanted: status)
        if let reason { report.add("reason", last?.texts["reason"] ?? "?", wanted: reason) }
        let films = try desktop.run(["ls", rescue]).standardOutput.split(separator: "\n").map(String.init)
        if end == nil || room == 0 {
            report.add("files", films.count, wanted: 0)
            return report
        }
        report.add("the film is named", isTrue: last?.texts["file"] == "\(disk)/film.mp4")
        report.add("files", films, wanted: ["film.mp4"])
        if end == "failed" {
            let help = last?.texts["help"] ?? ""
            report.add("the help says where", isTrue: help.contains("a playable file is at \(disk)/film.mp4"))
            try lookAtEnd(recorder, &report)
        }
        try look(at: "\(rescue)/film.mp4", &report)
        return report
    }

    /// A failure is told within a second of the one before: what the events say of time is compared.
    private func lookAtEnd(_ recorder: RunningRecorder, _ report: inout ScenarioReport) throws {
        let events = recorder.events
        guard let status = events.last(where: { $0.kind == "status" || $0.kind == "started" }),
            let failed = events.last(where: { $0.kind == "failed" })
        else { return }
        report.add(note: "told after the last status", (failed.arrival - status.arrival).inSeconds * 1000, unit: " ms")
    }

    /// The disk fills up while the recorder stands still, just before it is told to stop: the last fragment and the index
    /// have no room but what was kept for them.
    ///
    /// Mostly that is enough, and the film is complete. Where it isn't, what was written until then is kept.
    private func stopOnFullDisk(_ tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool)
        let (disk, rescue) = (desktop.file("disk"), desktop.file("rescue"))
        try desktop.run(["mkdir", disk, rescue])
        let script = """
            disk=$1 rescue=$2
            shift 2
            mount -t tmpfs -o size=6m none "$disk" || exit 99
            "$@" &
            recorder=$!
            # Two fragments are there once the file has grown twice.
            until [ "$(stat -c %s "$disk"/film.part.mp4 2> /dev/null || echo 0)" -gt 0 ]; do sleep 0.05; done
            sleep 1.5
            kill -STOP $recorder
            cat /dev/zero > "$disk/ballast" 2> /dev/null
            kill -INT $recorder
            kill -CONT $recorder
            wait $recorder
            status=$?
            cp "$disk"/*.mp4 "$rescue"
            exit $status
            """
        let recorder = try desktop.record(
            through: ["unshare", "-rm", "bash", "-c", script, "disk", disk, rescue],
            source + ["--min-free", "0", "\(disk)/film.mp4"]
        )
        var report = ScenarioReport()
        let status = try recorder.awaitEnd()
        let last = recorder.events.last { ["finished", "failed"].contains($0.kind) }
        report.add("status", status, wanted: last?.kind == "finished" ? 0 : 74)
        report.add("the film is named", isTrue: last?.texts["file"] == "\(disk)/film.mp4")
        try look(at: "\(rescue)/film.mp4", &report)
        return report
    }

    private func limitFile(
        _ tool: String,
        _ options: String...,
        status: Int32,
        reason: String
    ) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool)
        // In units of 1024 bytes.
        let limit = 120
        let recorder = try desktop.record(
            through: ["bash", "-c", "ulimit -f \(limit); exec \"$@\"", "bash"],
            source + options + [desktop.file("film.mp4")]
        )
        var report = ScenarioReport()
        if !options.isEmpty {
            try recorder.awaitEvent("split", within: .seconds(120))
            recorder.send(SIGINT)
        }
        let finished = try recorder.awaitEvent("finished", within: .seconds(120))
        report.add("status", try recorder.awaitEnd(), wanted: status)
        report.add("reason", finished.texts["reason"] ?? "?", wanted: reason)
        report.add("bytes", finished.numbers["bytes"] ?? 0, atLeast: Double(limit * 1024) / 3)
        let films = try desktop.folder.contents().filter { $0.hasSuffix(".mp4") }
        report.add(
            "the files are as many as they should be",
            isTrue: films.contains("film.mp4") && (films.count > 1) != options.isEmpty)
        report.add("part files", films.filter { $0.contains(".part.") }.count, wanted: 0)
        // The last part may have been stopped at its first picture.
        for film in films { try look(at: desktop.file(film), pictures: film == "film.mp4" ? 3 : 1, &report) }
        return report
    }

    private func look(at path: String, pictures least: Double = 3, _ report: inout ScenarioReport) throws {
        let film = try DecodedFilm(AssetReader(path: path))
        let numbers = film.pictures.compactMap(\.number)
        report.add("pictures", Double(Set(numbers).count), atLeast: least)
        report.add("unreadable", film.pictures.count - numbers.count, wanted: 0)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}
