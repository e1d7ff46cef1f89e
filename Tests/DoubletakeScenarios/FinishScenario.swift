import DoubletakeISOMedia
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A film of one hour, and one of ten, are finished: in a moment, with an index that needs little memory, and without
/// the media being read.
package struct FinishScenario: Scenario {
    /// What is finished, and how long that may take.
    package struct Film: Sendable {
        let seconds: Int
        /// Nil where a machine that does something else meanwhile would decide.
        let longestTime: Duration?

        /// Describes a film.
        package init(seconds: Int, longestTime: Duration?) {
            self.seconds = seconds
            self.longestTime = longestTime
        }
    }

    private let films: [Film]

    /// Describes the scenario.
    package init(_ films: [Film]) {
        self.films = films
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for film in films { report.add(try finish(film), as: "\(film.seconds) s") }
        return report
    }

    private func finish(_ film: Film) throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let file = try FileStorage(path: folder.file("film.mp4"), access: .createNew)
        let packetCount = try LongFilm.write(film.seconds, to: file)
        let layout = try MovieLayout(of: file)
        let indexByteCount = layout.boxes.filter { $0.type != "mdat" }.reduce(0) { $0 + Int($1.byteCount) }
        let storage = CountingStorage(file)
        let memory = PeakMemory()
        let clock = MonotonicClock()
        let begin = clock.now
        let finished = try MovieFinisher.finish(storage)
        let time = clock.now - begin
        let memoryByteCount = memory.growth

        var report = ScenarioReport()
        report.add("samples", finished.tracks.reduce(0) { $0 + $1.sampleCount }, wanted: packetCount)
        if let longest = film.longestTime {
            report.add("finished in", time.inSeconds, unit: " s", atMost: longest.inSeconds)
            let memoryName = "bytes of memory a sample"
            if let memoryByteCount {
                report.add(memoryName, Double(memoryByteCount) / Double(packetCount), atMost: 40)
            } else {
                report.add("\(memoryName) can't be told", isTrue: false)
            }
        }
        // A header of each box, of each fragment's all, and some for the index itself.
        let boxCount = layout.boxes.count
        report.add("reads for each box", Double(storage.readCount) / Double(boxCount), atMost: 2)
        report.add(
            "bytes read for each of the fragments' headers",
            Double(storage.readByteCount) / Double(indexByteCount + 16 * boxCount),
            atMost: 1.2
        )
        report.add("bytes written a sample", Double(storage.writtenByteCount) / Double(packetCount), atMost: 8)
        return report
    }
}
