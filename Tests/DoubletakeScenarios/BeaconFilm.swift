import DoubletakeMedia
import DoubletakeTestSupport

/// When flashes are seen and beeps are heard in a film of the beacon, in seconds from its beginning.
struct BeaconFilm {
    /// The first picture of each flash.
    let flashes: [Double]
    /// The first sample of each beep in the first track of sound.
    let beeps: [Double]

    /// Two beats are further apart than twice this, and no recorder is of use that is wrong by more.
    private static let reach = 0.45

    /// Looks for flashes and beeps.
    ///
    /// - Parameter luma: the luma of the place of a picture where the beacon flashes.
    init(_ film: DecodedFilm, luma: (DecodedFilm.Picture) -> UInt8 = { $0.middleLuma }) {
        let isWhite = film.pictures.map { luma($0) >= 128 }
        flashes = film.pictures.indices.filter { isWhite[$0] && ($0 == 0 || !isWhite[$0 - 1]) }.map { index in
            (film.pictures[index].time - MediaTime.zero).inSeconds
        }
        if let track = film.sounds.keys.min(), let sound = film.sounds[track] {
            let start = ((film.soundStarts[track] ?? .zero) - MediaTime.zero).inSeconds
            beeps = Beep(sampleRate: 48_000).beginnings(in: sound).map { $0 + start }
        } else {
            beeps = []
        }
    }

    /// The flash that is next to an instant of the film; nil when there is none around it.
    func flash(near instant: MediaTime) -> Double? {
        Self.nearest(flashes, to: (instant - MediaTime.zero).inSeconds)
    }

    /// The beep that is next to a time of the film; nil when there is none around it.
    func beep(near time: Double) -> Double? {
        Self.nearest(beeps, to: time)
    }

    private static func nearest(_ times: [Double], to time: Double) -> Double? {
        times.min { abs($0 - time) < abs($1 - time) }.flatMap { abs($0 - time) <= reach ? $0 : nil }
    }
}
