/// What was found in a film.
public struct MediaInspection: Sendable {
    /// One track.
    public struct Track: Sendable {
        /// What it carries, as it was decoded.
        public internal(set) var media: ReadTrack.Media
        /// The codec's name.
        public let codecName: String
        /// What players call it.
        public let name: String?
        /// Whether players play it unless told otherwise.
        public let isEnabled: Bool
        /// When it ends, from the film's beginning.
        public internal(set) var end: Duration = .zero
        /// How many packets of it are in the film.
        public internal(set) var packetCount = 0
        /// How many pictures, or how many samples of each channel, were decoded.
        public internal(set) var decodedCount = 0

        init(_ track: ReadTrack) {
            media = track.media
            codecName = track.codecName
            name = track.name
            isEnabled = track.isEnabled
        }
    }

    /// The tracks, in the order of the film.
    public internal(set) var tracks: [Track] = []
    /// What is wrong; nothing is in a sound film.
    public internal(set) var faults: [MediaFault] = []

    /// How long the film is: as long as its longest track.
    public var duration: Duration { tracks.map(\.end).max() ?? .zero }

    init() {}
}
