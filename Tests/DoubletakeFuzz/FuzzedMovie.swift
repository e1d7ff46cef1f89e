import DoubletakeISOMedia

/// What must be true of any bytes that are taken for a movie.
package enum FuzzedMovie {
    /// The most bytes that may be read at once: what is read is held.
    private static let longestRead = 64 << 20

    /// Finishes and inspects the bytes; answers with the promise that was broken, nil when all were kept.
    ///
    /// The last byte says how many zeros follow, which is what a disk leaves that lost its power: mostly none.
    package static func brokenPromise(_ input: [UInt8]) -> String? {
        let option = input.last ?? 0
        let bytes = Array(input.dropLast())
        let storage = FuzzedStorage(bytes, zeroCount: zeroCount(option))
        let length = storage.length
        let broken: String?
        do throws(ISOMediaError) {
            let finished = try MovieFinisher.finish(storage)
            broken = try brokenPromise(of: finished, in: storage)
        } catch {
            let isUntouched = storage.bytes == bytes && storage.length == length
            if error.description.isEmpty || error.help.isEmpty { return "an error without words" }
            // Nothing goes wrong with this storage, so what is refused is as it was.
            broken = isUntouched ? nil : "refused and changed: \(error)"
        }
        if let broken { return broken }
        if storage.longestRead > longestRead { return "\(storage.longestRead) bytes are read at once" }
        // A box takes eight bytes at least, and is looked at a few times.
        // And a fragment is searched for in so many windows.
        if storage.callCount > 3_000 + 16 * bytes.count { return "\(storage.callCount) calls" }
        return nil
    }

    private static func zeroCount(_ option: UInt8) -> Int64 {
        switch option {
        case 0xFF: 1 << 20
        case 0xF0...: 1 << (8 + Int64(option & 0x7))
        default: 0
        }
    }

    private static func brokenPromise(
        of finished: FinishedMovie,
        in storage: FuzzedStorage
    ) throws(ISOMediaError) -> String? {
        let isOurs = finished.outcome == .finished && storage.length == Int64(storage.bytes.count)
        let inspection = MovieInspection(of: storage)
        guard isOurs else { return nil }
        // What we finished we can read, and it has what was said.
        guard inspection.faults.isEmpty else { return "finished, but: \(inspection.faults)" }
        let counts = finished.tracks.map(\.sampleCount).filter { $0 > 0 }
        guard inspection.samples.map(\.count) == counts else { return "other samples than were said" }
        guard try MovieFinisher.finish(storage).outcome == .alreadyFinished else { return "finished twice" }
        return nil
    }
}
