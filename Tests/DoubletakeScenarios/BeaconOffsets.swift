import DoubletakeMedia

/// How far the beeps of a film of the beacon are from their flashes, compared with how far they truly were.
struct BeaconOffsets {
    /// A flash whose own instant is less well known is left out.
    private static let largestUncertainty = Duration.milliseconds(3)

    /// When each flash was, and by how much its beep is late, in seconds.
    private(set) var values: [(time: Double, offset: Double)] = []
    /// How many beats are left out, since their own instants are unknown.
    private(set) var doubtfulCount = 0

    /// Compares a film with what was played.
    ///
    /// - Parameter start: when the film began.
    init(_ beats: [BeaconPlayer.Beat], in found: BeaconFilm, start: MediaTime) {
        for beat in beats {
            let expected = MediaTime.zero + (beat.flash - start)
            guard let beep = beat.beep, beat.flashUncertainty <= Self.largestUncertainty else {
                doubtfulCount += 1
                continue
            }
            guard let flash = found.flash(near: expected) else { continue }
            let distance = (beep - beat.flash).inSeconds
            guard let heard = found.beep(near: flash + distance) else { continue }
            values.append((time: flash, offset: heard - (flash + distance)))
        }
    }

    /// The average, in seconds.
    var mean: Double {
        values.map(\.offset).reduce(0, +) / Double(max(values.count, 1))
    }

    /// The largest, without its sign.
    var largest: Double {
        values.map { abs($0.offset) }.max() ?? .infinity
    }

    /// How many of them are within `bound`, as a part of all.
    func share(within bound: Duration) -> Double {
        let count = values.count { abs($0.offset) <= bound.inSeconds }
        return Double(count) / Double(max(values.count, 1))
    }

    /// By how much the offset grows in a second: the slope of the line that fits best.
    var drift: Double {
        let count = Double(values.count)
        guard count > 1 else { return 0 }
        let meanTime = values.map(\.time).reduce(0, +) / count
        let numerator = values.map { ($0.time - meanTime) * ($0.offset - mean) }.reduce(0, +)
        let denominator = values.map { ($0.time - meanTime) * ($0.time - meanTime) }.reduce(0, +)
        return denominator > 0 ? numerator / denominator : 0
    }

    /// By how much it grows from the first to the last.
    var wholeDrift: Double {
        drift * ((values.last?.time ?? 0) - (values.first?.time ?? 0))
    }
}
