import DoubletakeISOMedia
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// What a killed recorder left is cut off, at each byte of its last 64 KiB and wherever a box begins or ends, as a disk
/// does that loses its power: it is repaired each time, and has all samples that were complete.
package struct CutScenario: Scenario {
    /// How much of the end is cut at each byte.
    private static let endByteCount = 64 << 10

    private let form: ScenarioForm
    private let lifetime: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - form: short is 200 random bytes, and the boxes of the file's beginning and of its last fragments.
    ///   - lifetime: how long is recorded.
    package init(_ form: ScenarioForm, lifetime: Duration = .seconds(8)) {
        self.form = form
        self.lifetime = lifetime
    }

    package func run(tool: String) throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let film = try record(tool, folder)
        let storage = CutStorage(film, cutAt: film.count)
        let boundaries = try BoxBoundaries.offsets(in: storage).map { Int($0) }
        let layout = try MovieLayout(of: storage)
        let fragmentEnds = layout.boxes.filter { $0.type == "mdat" }.map { Int($0.end) }
        _ = try MovieFinisher.finish(storage)
        let whole = MovieInspection(of: storage)
        var findings = Findings(
            film: film,
            samples: whole.samples,
            fragmentEnds: fragmentEnds,
            headRange: Int(layout.index.offset)..<Int(layout.index.offset) + 16
        )
        let cuts = Set(boundaries).union(bytes(film.count)).filter { $0 <= film.count }.sorted()
        for cut in cuts { findings.cut(at: cut) }
        var report = ScenarioReport()
        report.add("fragments", Double(fragmentEnds.count), atLeast: lifetime.inSeconds - 2)
        report.add("cuts repaired, or refused before the first fragment", findings.good, ofAll: cuts.count)
        report.add("first failure", findings.failure ?? "none", wanted: "none")
        let played = try played(film, fragmentEnds, folder)
        report.add("played after", played.good, ofAll: played.count)
        return report
    }

    /// The file that a recorder leaves which is killed.
    private func record(_ tool: String, _ folder: TemporaryFolder) throws -> [UInt8] {
        let recorder = try RunningRecorder(
            [tool, "record", "--json", "--start", "now", "--monitor", "test:counter", "--app-audio", "test:tone"]
                + ["--no-mic", "--no-key", folder.file("film.mp4")],
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        )
        let started = try recorder.awaitEvent("started")
        Pace(MonotonicClock()).wait(until: started.arrival + lifetime)
        recorder.send(SIGKILL)
        try recorder.awaitEnd()
        return try folder.bytes("film.part.mp4")
    }

    private func bytes(_ byteCount: Int) -> Set<Int> {
        let end = max(0, byteCount - Self.endByteCount)...byteCount
        guard form == .short else { return Set(end) }
        var random = SeededGenerator(seed: 1)
        return Set((0..<200).map { _ in Int.random(in: end, using: &random) })
    }

    /// How many of the films play that are cut in the middle of a fragment.
    private func played(
        _ film: [UInt8],
        _ fragmentEnds: [Int],
        _ folder: TemporaryFolder
    ) throws -> (good: Int, count: Int) {
        var result = (good: 0, count: 0)
        for end in fragmentEnds.dropLast().suffix(form == .short ? 1 : .max) {
            let storage = CutStorage(film, cutAt: end + 1_000)
            _ = try MovieFinisher.finish(storage)
            let path = try folder.write(storage.bytes, to: "cut.mp4")
            result.count += 1
            if try Player.ffmpeg.plays(path) { result.good += 1 }
        }
        return result
    }

    private struct Findings {
        let film: [UInt8]
        /// The samples of all of the film.
        let samples: [[MovieInspection.SamplePlace]]
        let fragmentEnds: [Int]
        /// Where repairing may write over what was there.
        let headRange: Range<Int>
        private(set) var good = 0
        private(set) var failure: String?

        init(
            film: [UInt8],
            samples: [[MovieInspection.SamplePlace]],
            fragmentEnds: [Int],
            headRange: Range<Int>
        ) {
            (self.film, self.samples, self.fragmentEnds, self.headRange) = (film, samples, fragmentEnds, headRange)
        }

        mutating func cut(at byteCount: Int) {
            let storage = CutStorage(film, cutAt: byteCount)
            let problem: String?
            do throws(ISOMediaError) {
                _ = try MovieFinisher.finish(storage)
                problem = self.problem(storage, cutAt: byteCount)
            } catch {
                let isComplete = fragmentEnds.contains { $0 <= byteCount }
                let isUntouched = storage.changedRange == nil
                problem = isComplete || !isUntouched ? "\(error)" : nil
            }
            if let problem {
                failure = failure ?? "at byte \(byteCount): \(problem)"
            } else {
                good += 1
            }
        }

        private func problem(_ storage: CutStorage, cutAt byteCount: Int) -> String? {
            let inspection = MovieInspection(of: storage)
            guard inspection.faults.isEmpty, inspection.state == .finished else { return "\(inspection.faults)" }
            guard storage.changedRange == headRange else {
                return "it changed \(String(describing: storage.changedRange))"
            }
            // What is complete is there, and where it was: and so each of its bytes is the same.
            let end = fragmentEnds.last { $0 <= byteCount } ?? 0
            let wanted = samples.map { track in track.filter { Int($0.offset) + $0.byteCount <= end } }
            return inspection.samples == wanted.filter { !$0.isEmpty } ? nil : "its samples are others"
        }
    }
}
