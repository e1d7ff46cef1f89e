import Testing

@testable import DoubletakeISOMedia

@Suite("A run of samples")
struct TrackRunTests {
    private static let defaults = SampleDefaults(descriptionIndex: 1, duration: 512, size: 7, flags: 0x101_0000)

    private static func run(
        version: UInt8 = 0,
        flags: UInt32,
        _ words: [UInt32],
        limit: Int = 100
    ) throws -> TrackRun {
        var writer = BoxWriter()
        writer.fullBox(.trun, version: version, flags: flags) { writer in for word in words { writer.uint32(word) } }
        let header = BoxHeader(type: .trun, offset: 0, byteCount: Int64(writer.bytes.count), headerByteCount: 8)
        return try TrackRun.trackRun(Box(header: header, bytes: writer.bytes[...]), defaults: defaults, limit: limit)
    }

    @Test("A run of samples is as its track fragment says where it says nothing itself")
    func allDefaults() throws {
        let run = try Self.run(flags: 0, [2])
        let sample = Sample(size: 7, duration: 512, compositionOffset: 0, isSync: false)
        #expect(run.samples == [sample, sample])
        #expect(run.dataOffset == nil)
    }

    @Test("A run of samples gives duration, size, flags and offset of each sample, in this order")
    func allFields() throws {
        let run = try Self.run(flags: 0xF01, [1, 300, 10, 20, 0x200_0000, 30])
        #expect(run.dataOffset == 300)
        #expect(run.samples == [Sample(size: 20, duration: 10, compositionOffset: 30, isSync: true)])
    }

    @Test("A run of samples may have other flags for its first sample alone")
    func firstSampleFlags() throws {
        let run = try Self.run(flags: 0x4, [3, 0x200_0000])
        #expect(run.samples.map(\.isSync) == [true, false, false])
    }

    @Test("A run of samples has signed offsets", arguments: [UInt8(0), 1])
    func signedOffsets(version: UInt8) throws {
        let run = try Self.run(version: version, flags: 0x800, [2, 0xFFFF_FFFF, 5])
        #expect(run.samples.map(\.compositionOffset) == [-1, 5])
    }

    @Test("A run of samples can't list more samples than the box has room for, or than the file has bytes")
    func counts() {
        #expect(throws: ISOMediaError.malformed(box: .trun, offset: 0, reason: "it lists 3 samples")) {
            try Self.run(flags: 0x200, [3, 1, 2])
        }
        #expect(throws: ISOMediaError.malformed(box: .trun, offset: 0, reason: "it lists 4294967295 samples")) {
            try Self.run(flags: 0, [0xFFFF_FFFF])
        }
        #expect(throws: ISOMediaError.malformed(box: .trun, offset: 0, reason: "it lists 101 samples")) {
            try Self.run(flags: 0, [101])
        }
    }

    @Test("A run of samples of a version that we don't know is refused")
    func version() {
        #expect(throws: ISOMediaError.malformed(box: .trun, offset: 0, reason: "its version is 2")) {
            try Self.run(version: 2, flags: 0, [1])
        }
    }
}
