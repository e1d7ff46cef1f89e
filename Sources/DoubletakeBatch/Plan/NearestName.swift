/// Finds what somebody meant who has mistyped a name.
enum NearestName {
    /// The name with the fewest letters added, left out or exchanged; nil when that are more than a third of it.
    static func nearest(to name: String, among known: [String]) -> String? {
        let wanted = Array(name.lowercased())
        let ranked = known.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
        guard let nearest = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= max(1, (nearest.name.count + 1) / 3) ? nearest.name : nil
    }

    /// The edit distance of Levenshtein (1965), row by row.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (other[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
