/// Samples of one track that lie one after another.
struct TrackRun {
    /// Where the first lies, counted from the track fragment's base; nil when it follows the run before.
    let dataOffset: Int32?
    let samples: [Sample]

    /// Reads a Track Run Box (ISO/IEC 14496-12, 8.8.8).
    ///
    /// - Parameters:
    ///   - defaults: what holds for samples that don't say otherwise.
    ///   - limit: the most samples that it may have. A run whose samples all are as `defaults` says takes 16 bytes,
    ///     however many they are.
    static func trackRun(_ box: Box, defaults: SampleDefaults, limit: Int) throws(ISOMediaError) -> TrackRun {
        var content = box.content
        let (_, flags) = try content.versionAndFlags(versions: 0...1)
        let fields = Fields(flags: flags)
        let count = Int(try content.uint32())
        let dataOffset = flags & 0x1 != 0 ? try content.int32() : nil
        let firstFlags = flags & 0x4 != 0 ? try content.uint32() : nil
        guard count <= limit, count * fields.byteCount <= content.byteCount else {
            throw box.malformed("it lists \(count) samples")
        }
        var samples: [Sample] = []
        samples.reserveCapacity(count)
        for number in 0..<count {
            var ownDefaults = defaults
            if number == 0, let firstFlags { ownDefaults.flags = firstFlags }
            samples.append(try fields.sample(&content, defaults: ownDefaults))
        }
        return TrackRun(dataOffset: dataOffset, samples: samples)
    }

    /// Which of its properties each sample gives for itself.
    private struct Fields {
        let hasDuration: Bool
        let hasSize: Bool
        let hasFlags: Bool
        let hasCompositionOffset: Bool

        init(flags: UInt32) {
            hasDuration = flags & 0x100 != 0
            hasSize = flags & 0x200 != 0
            hasFlags = flags & 0x400 != 0
            hasCompositionOffset = flags & 0x800 != 0
        }

        /// The bytes of one sample's entry.
        var byteCount: Int {
            [hasDuration, hasSize, hasFlags, hasCompositionOffset].count { $0 } * 4
        }

        func sample(_ content: inout BoxReader, defaults: SampleDefaults) throws(ISOMediaError) -> Sample {
            let duration = hasDuration ? try content.uint32() : defaults.duration
            let size = hasSize ? try content.uint32() : defaults.size
            let flags = hasFlags ? try content.uint32() : defaults.flags
            // Unsigned in version 0, but some writers put negative offsets there, and 2^31 ticks between decoding and
            // showing a picture make no sense: signed in both.
            let offset = hasCompositionOffset ? try content.int32() : 0
            return Sample(
                size: size,
                duration: duration,
                compositionOffset: offset,
                isSync: flags & Sample.nonSyncFlag == 0
            )
        }
    }
}
