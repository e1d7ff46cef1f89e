/// When the chapters begin that a film's markers become, in whole milliseconds, which is what containers and players count
/// them in.
package enum ChapterTimes {
    /// A chapter.
    package struct Chapter: Hashable, Sendable {
        /// The place of its marker among those that were given.
        package let marker: Int
        /// When it begins.
        package let milliseconds: Int64
    }

    /// The longest film that is counted in: thirty thousand years, which only a damaged file claims.
    ///
    /// Longer, and its milliseconds don't fit into 64 bits.
    private static let longestFilm = Duration.seconds(1 << 40)

    /// Makes chapters of the markers that are within a film, in the order of their times, and those of one time in the
    /// order in which they were given.
    ///
    /// Each lasts a millisecond at least, since readers take two that begin at once for one: so some are moved, and if
    /// there are more than the film has milliseconds, the rest is left out.
    ///
    /// - Parameters:
    ///   - nanoseconds: when the markers are, from the film's beginning.
    ///   - length: how long the film is.
    package static func chapters(at nanoseconds: [Int64], in length: Duration) -> [Chapter] {
        let film = min(length, longestFilm).components
        let end = film.seconds * 1_000 + film.attoseconds / 1_000_000_000_000_000
        let places = nanoseconds.indices
            .filter { nanoseconds[$0] >= 0 && Duration.nanoseconds(nanoseconds[$0]) < length }
            .sorted { (nanoseconds[$0], $0) < (nanoseconds[$1], $1) }
            .prefix(Int(end))
        var times: [Int64] = []
        for place in places {
            let (whole, rest) = nanoseconds[place].quotientAndRemainder(dividingBy: 1_000_000)
            times.append(max(whole + (rest >= 500_000 ? 1 : 0), (times.last ?? -1) + 1))
        }
        var next = end
        for number in times.indices.reversed() {
            times[number] = min(times[number], next - 1)
            next = times[number]
        }
        return zip(places, times).map { Chapter(marker: $0, milliseconds: $1) }
    }
}
