/// What a fragment says of one sample.
///
/// 16 bytes, and held only while its fragment is read.
struct Sample: Hashable, Sendable {
    /// In bytes.
    let size: UInt32
    /// In the track's ticks.
    let duration: UInt32
    /// How much later than it is decoded it is shown, in the track's ticks.
    let compositionOffset: Int32
    /// Whether decoding can begin with it.
    let isSync: Bool

    /// The flag `sample_is_non_sync_sample` (ISO/IEC 14496-12, 8.8.3.1).
    static let nonSyncFlag: UInt32 = 0x1_0000
}
