import DoubletakeMedia

/// Says when a disk is about to be full, from how much room it has and how fast the film grows.
struct SpaceWatch {
    /// What a look at the disk leads to.
    enum Verdict: Hashable {
        case enough
        /// It will be too little soon, which is to be told; said once.
        case low(leaving: Int64)
        /// The film has to end, which is to be told unless a warning came before.
        case exhausted(leaving: Int64, isNew: Bool)
    }

    /// Less, and a desktop whose disk is full stops working while it records; more, and small disks can't be used.
    private static let standardByteCount: Int64 = 200_000_000

    /// How long the film can grow into the room that must stay free: as long as it takes to make some.
    private static let standardReserve = Duration.seconds(60)

    /// How much of a disk is kept free at most: a memory stick of 1 GB can still be used.
    private static let largestShare: Int64 = 10

    private let wanted: RecordingLimits.FreeSpace
    private var isWarned = false

    init(_ wanted: RecordingLimits.FreeSpace) {
        self.wanted = wanted
    }

    /// How many bytes must stay free.
    ///
    /// - Parameter byteCount: how many bytes the film has taken in that time.
    func floor(on space: VolumeSpace, byteCount: Int64, after elapsed: Duration) -> Int64 {
        if case .bytes(let count) = wanted { return count }
        // A rate over less than a second is that of the file's head.
        let seconds = max(elapsed.inSeconds, 1)
        let reserve = Int64((Double(byteCount) / seconds * Self.standardReserve.inSeconds).rounded())
        return min(max(Self.standardByteCount, reserve), space.totalByteCount / Self.largestShare)
    }

    /// Looks at the disk.
    mutating func look(at space: VolumeSpace, byteCount: Int64, after elapsed: Duration) -> Verdict {
        let floor = floor(on: space, byteCount: byteCount, after: elapsed)
        defer { if space.availableByteCount < 2 * floor { isWarned = true } }
        if space.availableByteCount < floor { return .exhausted(leaving: floor, isNew: !isWarned) }
        // Twice as much: about as long until the end as the film could go on after it.
        guard !isWarned, space.availableByteCount < 2 * floor else { return .enough }
        return .low(leaving: floor)
    }
}
