import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

@Suite struct LibAVMatroskaMuxerTests {
    private static let rows = FilmRow.all.filter { $0.container.finishing == .muxer }

    @Test(
        "A flush is two writes at the end of the storage, the first eight bytes last, and there are no others",
        arguments: [ContainerFormat.mkv, .webm]
    )
    func writes(container: ContainerFormat) throws {
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, storage)
        var end: Int64 = 0
        for (number, packet) in packets.enumerated() {
            try muxer.write(packet)
            guard number % 40 == 39 else { continue }
            let before = storage.writes.count
            #expect(Int64(storage.bytes.count) == end)
            try muxer.flush()
            let writes = storage.writes.dropFirst(before)
            #expect(writes.map(\.offset) == [end, end])
            #expect(writes.last?.count == 8)
            end = Int64(storage.bytes.count)
        }
    }

    @Test("What is there after each flush plays, up to half a second before the last packet", arguments: rows)
    func unfinished(row: FilmRow) throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (tracks, packets) = try row.film()
        let muxer = try LibAVMuxerProvider.makeMuxer(row.container, tracks: tracks, storage: storage, subject: "film")
        for (number, packet) in packets.enumerated() {
            try muxer.write(packet)
            guard number % 40 == 39 else { continue }
            try muxer.flush()
            let path = try folder.write(storage.bytes, to: "\(number).\(row.container.name)")
            #expect(try MediaProbe.decodeWarnings(path) == "")
            let taken = packets.prefix(number + 1)
            let pictures = taken.filter { $0.track == 0 }
            let newest = taken.map { seconds($0) }.max() ?? 0
            #expect(try Film.read(path).samples.video(0).count == pictures.count { seconds($0) <= newest - 0.5 })
        }
    }

    @Test(
        "A kill anywhere in a flush leaves a film that plays up to the flush before",
        arguments: [ContainerFormat.mkv, .webm])
    func killed(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let whole = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, whole)
        for packet in packets[..<40] { try muxer.write(packet) }
        try muxer.flush()
        let flushed = whole.bytes
        let first = flushed.count
        for packet in packets[40..<80] { try muxer.write(packet) }
        try muxer.flush()
        let second = whole.bytes.count
        let count = try Film.read(folder.write(flushed, to: "flushed.\(container.name)")).samples.video(0).count
        for limit in [first + 1, first + 7, first + 30, (first + second) / 2, second - 1, second + 7] {
            // The head of the second flush is written twice: what it holds the place of comes last.
            let storage = MemoryStorage(fault: .crash(afterWriting: limit + 8))
            let (muxer, _) = try soundAndPictures(container, storage)
            for packet in packets[..<40] { try muxer.write(packet) }
            try muxer.flush()
            for packet in packets[40..<80] { try muxer.write(packet) }
            #expect(throws: WriterError.self) { try muxer.flush() }
            let path = try folder.write(storage.bytes, to: "\(limit).\(container.name)")
            // That the element which readers skip ends too soon is all that may be said.
            let errors = try MediaProbe.decodeErrors(path).split(separator: "\n")
            let others = errors.filter { !$0.contains("ended prematurely") && !$0.contains("Truncating packet") }
            #expect(others.isEmpty, "after \(limit) bytes, flushes end at \(first) and \(second)")
            #expect(try Film.read(path).samples.video(0).count == count)
        }
    }

    @Test("A finished film says how long it is, and where decoding can begin", arguments: [ContainerFormat.mkv, .webm])
    func finished(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, storage)
        for packet in packets {
            try muxer.write(packet)
            if packet.presentationTicks % 48_000 == 0 { try muxer.flush() }
        }
        let unfinished = storage.bytes
        try muxer.finish()
        #expect(storage.count(of: .synchronize) == 2)
        let cues: [UInt8] = [0x1c, 0x53, 0xbb, 0x6b]
        #expect(!unfinished.contains(cues))
        // Once at the beginning, where the list of contents says where it is, and once there.
        #expect(storage.bytes.ranges(of: cues).count == 1 + 1)
        let path = try folder.write(storage.bytes, to: "film.\(container.name)")
        #expect(abs((try MediaProbe(path).duration ?? .zero).inSeconds - 2) < 0.011)
    }

    @Test("What lies behind the end isn't in the film, and the last picture lasts until then", arguments: rows)
    func cutOff(row: FilmRow) throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (tracks, packets) = try row.film()
        let muxer = try LibAVMuxerProvider.makeMuxer(row.container, tracks: tracks, storage: storage, subject: "film")
        for packet in packets { try muxer.write(packet) }
        try muxer.flush()
        try muxer.finish(endingAt: .milliseconds(1_710))
        let path = try folder.write(storage.bytes, to: "film.\(row.container.name)")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        #expect(abs((try MediaProbe(path).duration ?? .zero).inSeconds - 1.71) <= 0.008)
        let samples = try Film.read(path).samples
        #expect(samples.video(0).count == 43)
        let count = samples.audio(1).map(\.sampleCount).reduce(0, +)
        // FLAC's packets have no end of their own to be cut off.
        #expect(row.audio == .flac ? (82_080..<82_080 + 4_608).contains(count) : abs(count - 82_080) <= 48)
    }

    @Test("Exactly the enabled sound is the default one, and tracks have their names")
    func trackHeaders() throws {
        let folder = try TemporaryFolder()
        let sound = try Film.sound(4_800, format: FilmRow.format)
        let pictures = try Film.pictures([.zero])
        for enabled in 1...2 {
            let storage = MemoryStorage()
            let muxer = try LibAVMuxerProvider.makeMuxer(
                .mkv,
                tracks: [
                    MuxerTrack(description: pictures.0, name: nil, isEnabled: false),
                    MuxerTrack(description: sound.0, name: "Mix", isEnabled: enabled == 1),
                    MuxerTrack(description: sound.0, name: "Mikrofon \u{fc}", isEnabled: enabled == 2),
                ],
                storage: storage,
                subject: "film.mkv"
            )
            for packet in Film.interleaved([pictures, sound, sound]) { try muxer.write(packet) }
            try muxer.finish()
            let streams = try MediaProbe(folder.write(storage.bytes, to: "\(enabled).mkv")).streams
            #expect(streams.map(\.isDefault) == [true, enabled == 1, enabled == 2])
            #expect(streams.map(\.name) == [nil, "Mix", "Mikrofon \u{fc}"])
        }
    }

    @Test("A track whose first packet comes after the first flush keeps its time")
    func lateTrack() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let pictures = try Film.pictures((0..<100).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let sound = try Film.sound(48_000, .opus, format: FilmRow.format)
        let muxer = try Film.muxer(pictures.0, sound.0, container: .mkv, storage: storage)
        let late = MediaTime(nanoseconds: 2_000_000_000)
        for (number, packet) in pictures.1.enumerated() {
            try muxer.write(Film.timed(packet, track: 0, pictures.0))
            if number % 25 == 24 { try muxer.flush() }
            guard number == 60 else { continue }
            for packet in sound.1 {
                try muxer.write(Film.timed(packet, track: 1, sound.0, start: .zero - (late - .zero)))
            }
        }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "film.mkv")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        let start = try MediaProbe(path).streams[1].startTime?.inSeconds ?? 0
        #expect(abs(start - 2) < 0.008)
    }

    @Test("Pictures that are nearer than a millisecond are kept apart")
    func nearPictures() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let ticks: [Int64] = [0, 1, 3_000, 3_001, 90_000]
        let pictures = try Film.pictures(ticks.map { .zero + TimeBase.video.duration(ofTicks: $0) })
        let muxer = try Film.muxer(pictures.0, container: .mkv, storage: storage)
        for packet in pictures.1 { try muxer.write(Film.timed(packet, track: 0, pictures.0)) }
        try muxer.finish()
        let frames = try Film.read(folder.write(storage.bytes, to: "film.mkv")).samples.video(0)
        #expect(frames.map { $0.time.nanoseconds / 1_000_000 } == [0, 1, 33, 34, 1_000])
    }

    @Test("Pictures from before the beginning pass by at it, so that those after them can be decoded")
    func earlyPictures() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let pictures = try Film.pictures((0..<5).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let muxer = try Film.muxer(pictures.0, container: .mkv, storage: storage)
        for packet in pictures.1 {
            try muxer.write(
                Film.timed(packet, track: 0, pictures.0, start: MediaTime(nanoseconds: 100_000_000)))
        }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "film.mkv")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        let frames = try Film.read(path).samples.video(0)
        #expect(frames.map { $0.time.nanoseconds / 1_000_000 } == [0, 1, 2, 20, 60])
    }

    @Test("Pictures that are decoded in another order than they are shown keep their times")
    func reordered() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let pictures = try Film.pictures((0..<4).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let muxer = try Film.muxer(pictures.0, container: .mkv, storage: storage)
        let shown: [Int64] = [0, 10_800, 3_600, 7_200]
        for (number, packet) in pictures.1.enumerated() {
            try muxer.write(
                TimedPacket(
                    track: 0,
                    data: packet.data,
                    presentationTicks: shown[number],
                    decodeTicks: Int64(number - 1) * 3_600,
                    durationTicks: 3_600,
                    isKeyframe: packet.isKeyframe
                )
            )
        }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "film.mkv")
        let packets = try MediaProbe(path, includingPackets: true).packets(ofStream: 0)
        #expect(packets.map(\.presentationTime) == [0, 120, 40, 80].map { .milliseconds($0) })
    }

    @Test("A write that fails is thrown by the call that made it and by all after it", arguments: [1, 2, 3])
    func fullDisk(failingWrite: Int) throws {
        let storage = MemoryStorage(fault: .failures(of: .write, from: failingWrite, errorNumber: ENOSPC))
        let (muxer, packets) = try soundAndPictures(.mkv, storage)
        let error = #expect(throws: WriterError.self) {
            for (number, packet) in packets.enumerated() {
                try muxer.write(packet)
                if number % 20 == 19 { try muxer.flush() }
            }
        }
        #expect(error?.description == "memory: pwrite: No space left on device")
        for again in [{ try muxer.write(packets[0]) }, { try muxer.flush() }, { try muxer.finish() }] {
            let later = #expect(throws: WriterError.self) { try again() }
            #expect(later?.description == error?.description)
        }
        #expect(storage.writes.count == failingWrite)
    }

    private func seconds(_ packet: TimedPacket) -> Double {
        Double(packet.presentationTicks) / (packet.track == 0 ? 90_000 : 48_000)
    }

    private func soundAndPictures(
        _ container: ContainerFormat,
        _ storage: MemoryStorage
    ) throws -> (any Muxer, [TimedPacket]) {
        let row = FilmRow(container: container, video: container.videoCodecs[0], audio: container.audioCodecs[0])
        let (tracks, packets) = try row.film()
        let muxer = try LibAVMuxerProvider.makeMuxer(container, tracks: tracks, storage: storage, subject: "film")
        return (muxer, packets)
    }
}
