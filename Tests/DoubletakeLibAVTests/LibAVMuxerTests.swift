import DoubletakeISOMedia
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

@Suite struct LibAVMuxerTests {
    private let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    @Test(
        "A flush is two writes at the end of the storage, the first eight bytes last, and there are no others",
        arguments: [ContainerFormat.mp4, .mov]
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
            #expect(writes.map(\.offset) == [end + 8, end])
            #expect(writes.last?.count == 8)
            end += Int64(writes.reduce(0) { $0 + $1.count })
        }
        let before = storage.writes.count
        try muxer.finish()
        #expect(storage.writes.dropFirst(before).map(\.offset) == [end + 8, end])
    }

    @Test("What is there after each flush plays, up to the last packet", arguments: [ContainerFormat.mp4, .mov])
    func unfinished(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, storage)
        for (number, packet) in packets.enumerated() {
            try muxer.write(packet)
            guard number % 40 == 39 else { continue }
            try muxer.flush()
            let path = try folder.write(storage.bytes, to: "\(number).\(container.name)")
            #expect(try MediaProbe.decodeWarnings(path) == "")
            let samples = try Film.read(path).samples
            let taken = packets.prefix(number + 1)
            #expect(samples.video(0).count == taken.filter { $0.track == 0 }.count)
            // The first packet is the encoder's run-up.
            #expect(samples.audio(1).count == taken.filter { $0.track == 1 }.count - 1)
        }
    }

    @Test(
        "A kill anywhere in a flush leaves a film that plays up to the flush before",
        arguments: [ContainerFormat.mp4, .mov])
    func killed(container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let whole = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, whole)
        for packet in packets[..<40] { try muxer.write(packet) }
        try muxer.flush()
        let first = whole.bytes.count
        for packet in packets[40..<80] { try muxer.write(packet) }
        try muxer.flush()
        let second = whole.bytes.count
        // Within the head of the fragment, its index and its media, and just before all of it is there.
        for limit in [first + 1, first + 30, first + 500, (first + second) / 2, second - 8, second - 1] {
            let storage = MemoryStorage(fault: .crash(afterWriting: limit))
            let (muxer, _) = try soundAndPictures(container, storage)
            for packet in packets[..<40] { try muxer.write(packet) }
            try muxer.flush()
            for packet in packets[40..<80] { try muxer.write(packet) }
            #expect(throws: WriterError.self) { try muxer.flush() }
            let path = try folder.write(storage.bytes, to: "\(limit).\(container.name)")
            #expect(try MediaProbe.decodeErrors(path) == "")
            let samples = try Film.read(path).samples
            #expect(samples.video(0).count == packets[..<40].filter { $0.track == 0 }.count)

            let killed = MemoryStorage(storage.bytes)
            let movie = try MovieFinisher.finish(killed)
            #expect(movie.tracks.map(\.sampleCount).reduce(0, +) == 40)
        }
    }

    @Test("Before the first flush, and in a flush without new packets, nothing is written")
    func nothingToWrite() throws {
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        try muxer.flush()
        for packet in packets.prefix(10) { try muxer.write(packet) }
        #expect(storage.writes.isEmpty)
        try muxer.flush()
        try muxer.flush()
        #expect(storage.writes.count == 2)
    }

    @Test("What was in the storage before stays, and the film begins after it")
    func appended() throws {
        let storage = MemoryStorage([1, 2, 3])
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        #expect(storage.writes.map(\.offset) == [11, 3])
        #expect(storage.bytes.prefix(3) == [1, 2, 3])
        #expect(storage.bytes.dropFirst(7).prefix(4).elementsEqual("ftyp".utf8))
    }

    @Test("A film that was never flushed is written at its end, all of it")
    func finishedAtOnce() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "film.mp4")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        #expect(try Film.read(path).samples.video(0).count == packets.filter { $0.track == 0 }.count)
    }

    @Test("A write that fails is thrown by the call that made it and by all after it", arguments: [1, 2, 3])
    func fullDisk(failingWrite: Int) throws {
        let storage = MemoryStorage(fault: .failures(of: .write, from: failingWrite, errorNumber: ENOSPC))
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        var flushCount = 0
        let error = #expect(throws: WriterError.self) {
            for (number, packet) in packets.enumerated() {
                try muxer.write(packet)
                if number % 20 == 19 {
                    flushCount += 1
                    try muxer.flush()
                }
            }
        }
        #expect(flushCount == (failingWrite + 1) / 2)
        #expect(error?.description == "memory: pwrite: No space left on device")
        for again in [{ try muxer.write(packets[0]) }, { try muxer.flush() }, { try muxer.finish() }] {
            let later = #expect(throws: WriterError.self) { try again() }
            #expect(later?.description == error?.description)
        }
        #expect(storage.writes.count == failingWrite)
    }

    @Test("A write that fails at the end is thrown by the end")
    func fullDiskAtTheEnd() throws {
        let storage = MemoryStorage(fault: .failures(of: .write, from: 1, errorNumber: ENOSPC))
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        for packet in packets { try muxer.write(packet) }
        let error = #expect(throws: WriterError.self) { try muxer.finish() }
        #expect(error?.reason == "pwrite: No space left on device")
    }

    @Test("Pictures and exactly the enabled sound are enabled; tracks have their names, and sound one alternate group")
    func trackHeaders() throws {
        let folder = try TemporaryFolder()
        let sound = try Film.sound(4_800, format: format)
        let pictures = try Film.pictures([.zero])
        for enabled in 1...2 {
            let storage = MemoryStorage()
            let muxer = try LibAVMuxer(
                container: .mp4,
                tracks: [
                    MuxerTrack(description: pictures.0, name: nil, isEnabled: false),
                    MuxerTrack(description: sound.0, name: "Mix", isEnabled: enabled == 1),
                    MuxerTrack(description: sound.0, name: "Mikrofon \u{fc}", isEnabled: enabled == 2),
                ],
                storage: storage,
                subject: "film.mp4"
            )
            for packet in Film.interleaved([pictures, sound, sound]) { try muxer.write(packet) }
            try muxer.finish()
            let headers = MP4Boxes.contents(of: "tkhd", in: storage.bytes)
            // Flags (ISO/IEC 14496-12, 8.3.2): 1 enabled, 2 in the movie. The alternate group is at 34 of version 0.
            #expect(headers.map { $0[3] } == [3, enabled == 1 ? 3 : 2, enabled == 2 ? 3 : 2])
            #expect(headers.map { $0[35] } == [0, 1, 1])

            let streams = try MediaProbe(folder.write(storage.bytes, to: "\(enabled).mp4")).streams
            #expect(streams.map(\.isDefault) == [true, enabled == 1, enabled == 2])
            #expect(streams.dropFirst().map { $0.tags["handler_name"] } == ["Mix", "Mikrofon \u{fc}"])
            #expect(
                MP4Boxes.contents(of: "name", in: storage.bytes).map { String(decoding: $0, as: UTF8.self) } == [
                    "Mix", "Mikrofon \u{fc}",
                ])
            let tracks = try Film.read(folder.file("\(enabled).mp4")).tracks
            #expect(tracks.map(\.name) == [nil, "Mix", "Mikrofon \u{fc}"])
            #expect(tracks.map(\.isEnabled) == [true, enabled == 1, enabled == 2])
        }
    }

    @Test("The container says BT.709 too", arguments: [ContainerFormat.mp4, .mov])
    func color(container: ContainerFormat) throws {
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(container, storage)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        let box = try #require(MP4Boxes.contents(of: "colr", in: storage.bytes).first)
        // Kind, primaries, transfer, matrix (ISO/IEC 14496-12, 12.1.5); MP4 adds the range, whose first bit is "full".
        let numbers: [UInt8] = [0, 1, 0, 1, 0, 1]
        #expect(box == (container == .mp4 ? Array("nclx".utf8) + numbers + [0] : Array("nclc".utf8) + numbers))
    }

    @Test("All tracks begin at zero; the encoder's run-up is edited out")
    func edits() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let (muxer, packets) = try soundAndPictures(.mp4, storage)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        // One edit each (ISO/IEC 14496-12, 8.6.6): length 0 is "the rest", then the time in the media, then the rate.
        #expect(
            MP4Boxes.contents(of: "elst", in: storage.bytes) == [
                [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
                [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0],
            ]
        )
        let samples = try Film.read(folder.write(storage.bytes, to: "film.mp4")).samples
        #expect(samples.video(0).first?.time == .zero)
        #expect(samples.audio(1).first?.time == .zero)
    }

    @Test("A track whose first packet comes after the header keeps its time")
    func lateTrack() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let pictures = try Film.pictures((0..<100).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let sound = try Film.sound(48_000, format: format)
        let muxer = try Film.muxer(pictures.0, sound.0, storage: storage)
        let late = MediaTime(nanoseconds: 2_000_000_000)
        for (number, packet) in pictures.1.enumerated() {
            try muxer.write(Film.timed(packet, track: 0, pictures.0))
            if number % 25 == 24 { try muxer.flush() }
            if number == 60 {
                for packet in sound.1 {
                    try muxer.write(Film.timed(packet, track: 1, sound.0, start: .zero - (late - .zero)))
                }
            }
        }
        try muxer.finish()
        let path = try folder.write(storage.bytes, to: "film.mp4")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        let samples = try Film.read(path).samples
        #expect(samples.video(0).map(\.time) == pictures.1.map(\.presentationTime))
        // Nothing edits the run-up out, so the track has it before its sound, which is where it belongs.
        let audio = samples.audio(1)
        #expect(audio.first?.time == late - format.duration(ofSamples: 1_024))
        let heard = audio.flatMap(\.samples).enumerated().filter { $0.offset % 2 == 0 }.map(\.element).dropFirst(1_024)
        #expect(Chirp.error(of: Array(heard.prefix(40_000)), sampleRate: format.sampleRate) < 0.001)
    }

    @Test("Of a track that comes after the header nothing lies before the film's beginning")
    func lateTrackFromTheBeginning() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let pictures = try Film.pictures((0..<50).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let sound = try Film.sound(48_000, format: format)
        let muxer = try Film.muxer(pictures.0, sound.0, storage: storage)
        for packet in pictures.1 { try muxer.write(Film.timed(packet, track: 0, pictures.0)) }
        try muxer.flush()
        for packet in sound.1 { try muxer.write(Film.timed(packet, track: 1, sound.0)) }
        try muxer.finish()
        let audio = try Film.read(folder.write(storage.bytes, to: "film.mp4")).samples.audio(1)
        #expect(audio.first?.time == .zero)
        #expect(audio.map(\.sampleCount).reduce(0, +) >= 48_000)
    }

    @Test("Pictures at irregular times keep them to the tick, over the ends of fragments too")
    func irregularPictures() throws {
        let folder = try TemporaryFolder()
        let storage = MemoryStorage()
        let ticks: [Int64] = [0, 1, 3_000, 3_001, 90_000, 450_000, 450_007, 900_000]
        let timeBase = TimeBase.video
        let pictures = try Film.pictures(ticks.map { .zero + timeBase.duration(ofTicks: $0) })
        let muxer = try Film.muxer(pictures.0, storage: storage)
        for (number, packet) in pictures.1.enumerated() {
            try muxer.write(Film.timed(packet, track: 0, pictures.0))
            if number % 3 == 0 { try muxer.flush() }
        }
        try muxer.finish()
        let frames = try Film.read(folder.write(storage.bytes, to: "film.mp4")).samples.video(0)
        #expect(frames.map { timeBase.ticks(in: $0.time - .zero) } == ticks)
    }

    private func soundAndPictures(
        _ container: ContainerFormat,
        _ storage: MemoryStorage
    ) throws -> (LibAVMuxer, [TimedPacket]) {
        let pictures = try Film.pictures((0..<50).map { MediaTime(nanoseconds: $0 * 40_000_000) })
        let sound = try Film.sound(96_000, format: format)
        let muxer = try LibAVMuxer(
            container: container,
            tracks: [
                MuxerTrack(description: pictures.0, name: "Screen", isEnabled: true),
                MuxerTrack(description: sound.0, name: "Mix", isEnabled: true),
            ],
            storage: storage,
            subject: "film.mp4"
        )
        return (muxer, Film.interleaved([pictures, sound]))
    }
}
