import DoubletakeMedia
import DoubletakeTestSupport

/// When changes of the scene are seen in a film that were asked for while it was recorded.
struct FilmedChanges {
    /// A change that was asked for.
    struct Change: Sendable {
        /// Its number, from 0.
        let number: Int
        /// When it was asked for.
        let asked: MediaTime
    }

    /// For each that is seen before the next one is asked for: in which picture from then on, counted from 1, and how
    /// late that is.
    let delays: [(frames: Int, time: Duration)]

    /// Looks for the changes.
    ///
    /// - Parameters:
    ///   - start: when the film began.
    ///   - isShown: whether a picture shows what a change has made.
    init(
        _ changes: [Change],
        in film: DecodedFilm,
        start: MediaTime,
        isShown: (Change, DecodedFilm.Picture) -> Bool
    ) {
        let times = changes.map { MediaTime.zero + ($0.asked - start) } + [.zero + .seconds(86_400)]
        delays = zip(changes, zip(times, times.dropFirst())).compactMap { change, span in
            let pictures = film.pictures.filter { $0.time > span.0 && $0.time < span.1 }
            guard let index = pictures.firstIndex(where: { isShown(change, $0) }) else { return nil }
            return (index + 1, pictures[index].time - span.0)
        }
    }

    /// Tells how many are seen, and in which picture.
    func add(to report: inout ScenarioReport, ofAll count: Int, frames bound: Int) {
        report.add("changes seen", delays.count, ofAll: count)
        let latest = delays.map(\.frames).max() ?? .max
        report.add("in picture", Double(latest), atMost: Double(bound))
        report.add(note: "latest after", (delays.map(\.time).max() ?? .zero).inSeconds * 1000, unit: " ms")
    }
}
