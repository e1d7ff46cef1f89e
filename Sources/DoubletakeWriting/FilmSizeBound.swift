package import DoubletakeMedia

/// How large a film's file will be at most once it is finished, from the packets that are in it by now.
///
/// What a packet costs beside its own bytes is written twice: in the header of its fragment while the film is recorded,
/// and in the index of the whole at its end (ISO/IEC 14496-12, 8.6 to 8.8).
package struct FilmSizeBound: Sendable {
    /// For a fragment's head and media data box, and for each of its tracks: the headers and a chunk in the index.
    ///
    /// Smaller, and a film of many tracks and few packets is larger than was said.
    private static let fragmentByteCount: Int64 = 64
    private static let fragmentTrackByteCount: Int64 = 160

    /// For a packet: 16 bytes in its fragment, at most 28 in the index, and for a picture a byte for each of its slices,
    /// whose start codes become lengths.
    private static let sampleByteCount: Int64 = 48
    private static let pictureByteCount: Int64 = 128

    /// For the file's head and both indexes without their tables, and for each track's description, twice.
    private static let headByteCount: Int64 = 2048
    private static let trackHeadByteCount: Int64 = 2048

    /// For a marker beside its name, which is written twice: what is around it, and what the index or the list of chapters
    /// has of it.
    ///
    /// The first one brings a track of chapters into the index.
    private static let markerByteCount: Int64 = 384
    private static let chapterHeadByteCount: Int64 = 1024

    private let trackCount: Int64
    private let fragmentInterval: Duration
    private let headByteCount: Int64
    private var contentByteCount: Int64 = 0
    private var hasMarkers = false
    private var first: MediaTime?
    private var last: MediaTime?

    /// Creates the bound of an empty film.
    package init(tracks: [TrackDescription], fragmentInterval: Duration = AssetWriter.defaultFragmentInterval) {
        trackCount = Int64(tracks.count)
        self.fragmentInterval = fragmentInterval
        headByteCount = tracks.reduce(Self.headByteCount) {
            $0 + Self.trackHeadByteCount + 2 * Int64($1.codecConfiguration.count)
        }
    }

    /// Counts a packet.
    package mutating func add(_ packet: EncodedPacket) {
        contentByteCount += Int64(packet.data.count)
        contentByteCount += packet.mediaType == .video ? Self.pictureByteCount : Self.sampleByteCount
        first = min(first ?? packet.decodeTime, packet.decodeTime)
        last = max(last ?? packet.decodeTime, packet.decodeTime)
    }

    /// Counts a marker.
    package mutating func add(_ marker: Marker) {
        if !hasMarkers { contentByteCount += Self.chapterHeadByteCount }
        hasMarkers = true
        contentByteCount += Self.markerByteCount + 2 * Int64(marker.name.utf8.count)
    }

    /// The bound.
    package var byteCount: Int64 {
        // One fragment is cut at the end, and one where cuts begin anew after a machine slept.
        let length = first.flatMap { first in last.map { $0 - first } } ?? .zero
        let fragmentCount = Int64(length / fragmentInterval) + 3
        return headByteCount + contentByteCount
            + fragmentCount * (Self.fragmentByteCount + trackCount * Self.fragmentTrackByteCount)
    }

    /// The bound with one more packet.
    package func adding(_ packet: EncodedPacket) -> Int64 {
        var bound = self
        bound.add(packet)
        return bound.byteCount
    }

    /// The bound with one more marker.
    package func adding(_ marker: Marker) -> Int64 {
        var bound = self
        bound.add(marker)
        return bound.byteCount
    }
}
