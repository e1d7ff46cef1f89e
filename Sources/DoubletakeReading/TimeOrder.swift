import DoubletakeMedia

/// Finds times of a track that don't increase.
struct TimeOrder {
    private var last: MediaTime?
    private var first: MediaTime?
    private var count = 0

    mutating func append(_ time: MediaTime) {
        if let last, time <= last {
            first = first ?? time
            count += 1
        }
        last = time
    }

    /// What was found; nil when all times increase.
    func fault(ofTrack number: Int) -> MediaFault? {
        first.map { .timesDontIncrease(number, first: $0 - .zero, count: count) }
    }
}
