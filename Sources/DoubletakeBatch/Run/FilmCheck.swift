import Doubletake
import DoubletakeMedia
import DoubletakeReading

/// Looks a take's film over: that it is sound, and what the plan wants of it.
struct FilmCheck {
    /// What counts as heard: quieter is the noise of a device.
    private static let audibleDecibels = -60.0

    let wanted: PlanCheck

    /// Throws with what is wrong with a film.
    ///
    /// - Returns: how long it is.
    func check(_ film: RecorderProcess.Finished) throws(TakeError) -> Duration {
        let path = film.file
        let inspection = MediaInspector().inspect(path)
        // A film may well begin black or silent: what a plan wants of it is below.
        if let fault = inspection.faults.first(where: { !Self.isBeginning($0) }) {
            throw TakeError(path, fault.description, help: fault.help)
        }
        let duration = inspection.duration
        if let shortest = wanted.minimumDuration, duration < shortest {
            throw Self.failure(path, "it has \(duration.inSeconds)s, and should have \(shortest.inSeconds)s at least")
        }
        if let longest = wanted.maximumDuration, duration > longest {
            throw Self.failure(path, "it has \(duration.inSeconds)s, and should have \(longest.inSeconds)s at most")
        }
        if let changes = wanted.changes, changes != film.hasChanges {
            throw Self.failure(path, changes ? "its picture never changes" : "its picture changes")
        }
        if let sound = wanted.sound { try check(sound, inFilm: path) }
        return duration
    }

    private static func isBeginning(_ fault: MediaFault) -> Bool {
        switch fault {
        case .blackBeginning, .silentBeginning: true
        default: false
        }
    }

    private func check(_ sound: Bool, inFilm path: String) throws(TakeError) {
        var level = AudioLevel.silence
        try TakeError.wrap { () throws(ReaderError) in
            let reader = try AssetReader(path: path)
            while let sample = try reader.next() {
                if case .audio(_, let buffer) = sample { level = level.union(AudioLevel(of: buffer)) }
            }
        }
        let isHeard = level.peakDecibels > Self.audibleDecibels
        if sound != isHeard {
            throw Self.failure(path, isHeard ? "something is heard in it" : "nothing is heard in it")
        }
    }

    private static func failure(_ path: String, _ reason: String) -> TakeError {
        TakeError(path, reason, help: "Look at the film, or correct check: in the plan.")
    }
}
