/// What holds for the runs of one track in one fragment.
struct TrackFragmentHeader {
    let trackID: UInt32
    /// Where offsets count from, if it isn't the rule.
    let baseDataOffset: UInt64?
    /// Whether they count from the fragment's own first byte.
    let isBasedOnFragment: Bool
    let defaults: SampleDefaults

    /// Reads a Track Fragment Header Box (ISO/IEC 14496-12, 8.8.7).
    ///
    /// - Parameter movie: whose tracks have the defaults that the box may replace.
    static func trackFragmentHeader(_ box: Box, of movie: FragmentedMovie) throws(ISOMediaError) -> (
        trackNumber: Int, header: TrackFragmentHeader
    ) {
        var content = box.content
        let (_, flags) = try content.versionAndFlags(versions: 0...0)
        let trackID = try content.uint32()
        guard let number = movie.trackNumber(id: trackID) else {
            throw box.malformed("there is no track \(trackID)")
        }
        let track = movie.tracks[number]
        var defaults = track.defaults
        let base = flags & 0x1 != 0 ? try content.uint64() : nil
        if flags & 0x2 != 0 { defaults.descriptionIndex = try content.uint32() }
        if flags & 0x8 != 0 { defaults.duration = try content.uint32() }
        if flags & 0x10 != 0 { defaults.size = try content.uint32() }
        if flags & 0x20 != 0 { defaults.flags = try content.uint32() }
        guard defaults.descriptionIndex >= 1, defaults.descriptionIndex <= track.descriptionCount else {
            throw box.malformed("track \(trackID) has no sample description \(defaults.descriptionIndex)")
        }
        let header = TrackFragmentHeader(
            trackID: trackID,
            baseDataOffset: base,
            isBasedOnFragment: flags & 0x2_0000 != 0,
            defaults: defaults
        )
        return (number, header)
    }
}
