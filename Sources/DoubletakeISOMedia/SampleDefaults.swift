/// What holds for the samples of a track or of one of its fragments that don't say otherwise.
struct SampleDefaults: Hashable, Sendable {
    /// Which of the track's sample descriptions applies, from 1.
    var descriptionIndex: UInt32 = 1
    /// In the track's ticks.
    var duration: UInt32 = 0
    /// In bytes.
    var size: UInt32 = 0
    /// Sample flags as ISO/IEC 14496-12, 8.8.3.1 lays them out.
    var flags: UInt32 = 0

    /// Reads a Track Extends Box (ISO/IEC 14496-12, 8.8.3).
    static func trackExtends(_ box: Box) throws(ISOMediaError) -> (trackID: UInt32, defaults: SampleDefaults) {
        var content = box.content
        _ = try content.versionAndFlags(versions: 0...0)
        let trackID = try content.uint32()
        var defaults = SampleDefaults()
        defaults.descriptionIndex = try content.uint32()
        defaults.duration = try content.uint32()
        defaults.size = try content.uint32()
        defaults.flags = try content.uint32()
        return (trackID, defaults)
    }
}
