@testable import DoubletakeISOMedia

/// A movie in fragments, made without an encoder: what the tests vary is plain to see.
struct SyntheticMovie {
    struct Track {
        var id: UInt32
        var mediaType: FourCC
        var timescale: UInt32
        var edits: [EditList.Edit] = []
        /// Further boxes of the Track Box.
        var moreBoxes: [UInt8] = []
    }

    struct Part {
        var trackID: UInt32
        var decodeTime: UInt64?
        var samples: [Sample]
    }

    var movieTimescale: UInt32 = 90_000
    var tracks: [Track]
    var fragments: [[Part]]

    /// Two seconds of pictures with B-frames and of sound, in two fragments.
    static let small = SyntheticMovie(
        tracks: [
            Track(
                id: 1,
                mediaType: "vide",
                timescale: 90_000,
                edits: [EditList.Edit(segmentDuration: 0, mediaTime: 6_000)]
            ),
            Track(
                id: 2,
                mediaType: "soun",
                timescale: 48_000,
                edits: [EditList.Edit(segmentDuration: 0, mediaTime: 1_024)]
            ),
        ],
        fragments: (0..<2).map { second in
            [
                Part(trackID: 1, decodeTime: second * 90_000, samples: pictures(count: 30, duration: 3_000)),
                Part(trackID: 2, decodeTime: second * 48_128, samples: sound(count: 47)),
            ]
        }
    )

    /// Pictures of which each third is decoded before the two that are shown before it; the first is a sync sample.
    static func pictures(count: Int, duration: UInt32) -> [Sample] {
        (0..<count).map { number in
            let offsets = [2, 3, 1].map { Int32(duration) * $0 }
            return Sample(
                size: number == 0 ? 40 : UInt32(1 + number % 7),
                duration: duration,
                compositionOffset: offsets[number % 3],
                isSync: number == 0
            )
        }
    }

    static func sound(count: Int) -> [Sample] {
        (0..<count).map { number in
            Sample(size: UInt32(3 + number % 2), duration: 1_024, compositionOffset: 0, isSync: true)
        }
    }

    /// All of it: ftyp, moov, and for each fragment moof and mdat.
    func bytes() -> [UInt8] {
        var writer = BoxWriter()
        writer.box(.ftyp) { writer in
            writer.fourCC("iso5")
            writer.uint32(512)
            writer.fourCC("iso5")
        }
        writer.append(movieBox()[...])
        for (number, parts) in fragments.enumerated() {
            writer.append(Self.fragment(parts, number: UInt32(number + 1))[...])
        }
        return writer.bytes
    }

    func movieBox(isFragmented: Bool = true) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(.moov) { writer in
            writer.fullBox(.mvhd) { writer in
                for value in [0, 0, movieTimescale, 0] { writer.uint32(value) }
                writer.append([UInt8](repeating: 0, count: 80)[...])
            }
            for track in tracks { Self.trackBox(track, to: &writer) }
            if isFragmented {
                writer.box(.mvex) { writer in
                    for track in tracks {
                        writer.fullBox(.trex) { writer in for value in [track.id, 1, 0, 0, 0] { writer.uint32(value) } }
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func trackBox(_ track: Track, to writer: inout BoxWriter) {
        writer.box(.trak) { writer in
            writer.fullBox(.tkhd, flags: 3) { writer in
                for value in [0, 0, track.id, 0, 0] { writer.uint32(value) }
                writer.append([UInt8](repeating: 0, count: 60)[...])
            }
            EditList(edits: track.edits).write(to: &writer)
            writer.append(track.moreBoxes[...])
            writer.box(.mdia) { writer in
                writer.fullBox(.mdhd) { writer in for value in [0, 0, track.timescale, 0, 0] { writer.uint32(value) } }
                writer.fullBox(.hdlr) { writer in
                    writer.uint32(0)
                    writer.fourCC(track.mediaType)
                    writer.append([UInt8](repeating: 0, count: 13)[...])
                }
                writer.box(.minf) { writer in
                    writer.box(.stbl) { writer in
                        writer.fullBox(.stsd) { writer in
                            writer.uint32(1)
                            writer.box("test") { writer in writer.uint64(1) }
                        }
                        for type in [FourCC.stts, .stsc, .stco] {
                            writer.fullBox(type) { writer in writer.uint32(0) }
                        }
                        writer.fullBox(.stsz) { writer in writer.uint64(0) }
                    }
                }
            }
        }
    }

    /// One fragment: moof and mdat.
    ///
    /// Each byte of a sample is the number of its track.
    static func fragment(_ parts: [Part], number: UInt32) -> [UInt8] {
        // The offsets in the runs depend on the length of the header, but not the other way round.
        let headerByteCount = movieFragmentBox(parts, number: number, dataOffset: 0).count
        var writer = BoxWriter()
        writer.append(movieFragmentBox(parts, number: number, dataOffset: headerByteCount + 8)[...])
        writer.box(.mdat) { writer in
            for part in parts {
                let count = byteCount(part)
                writer.append([UInt8](repeating: UInt8(truncatingIfNeeded: part.trackID), count: count)[...])
            }
        }
        return writer.bytes
    }

    private static func byteCount(_ part: Part) -> Int {
        part.samples.reduce(0) { $0 + Int($1.size) }
    }

    private static func movieFragmentBox(_ parts: [Part], number: UInt32, dataOffset: Int) -> [UInt8] {
        var writer = BoxWriter()
        var offset = dataOffset
        writer.box(.moof) { writer in
            writer.fullBox("mfhd") { writer in writer.uint32(number) }
            for part in parts {
                trackFragmentBox(part, dataOffset: Int32(offset), to: &writer)
                offset += byteCount(part)
            }
        }
        return writer.bytes
    }

    private static func trackFragmentBox(_ part: Part, dataOffset: Int32, to writer: inout BoxWriter) {
        writer.box(.traf) { writer in
            writer.fullBox(.tfhd, flags: 0x2_0000) { writer in writer.uint32(part.trackID) }
            if let time = part.decodeTime {
                writer.fullBox(.tfdt, version: 1) { writer in writer.uint64(time) }
            }
            writer.fullBox(.trun, version: 1, flags: 0xF01) { writer in
                writer.uint32(UInt32(part.samples.count))
                writer.int32(dataOffset)
                for sample in part.samples {
                    writer.uint32(sample.duration)
                    writer.uint32(sample.size)
                    writer.uint32(sample.isSync ? 0x200_0000 : 0x101_0000)
                    writer.int32(sample.compositionOffset)
                }
            }
        }
    }
}
