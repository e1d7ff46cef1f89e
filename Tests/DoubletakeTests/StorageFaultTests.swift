import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Glibc
import Testing

@testable import Doubletake

/// A film of real packets in a file of which every call fails in turn.
@Suite(.timeLimit(.minutes(10))) struct StorageFaultTests {
    private let files = FaultyFiles()
    private let folder: TemporaryFolder
    private let tracks: [TrackDescription]
    private let packets: [PacketScene.Packet]

    init() throws {
        folder = try TemporaryFolder()
        let scene = try PacketScene()
        tracks = scene.tracks
        packets = try scene.packets(until: .seconds(3))
    }

    private func clear(_ name: String) throws {
        if try folder.contents().contains(name) { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }

    /// Writes the film, a second after the other, and answers with its writer.
    private func write(_ name: String) async throws -> AssetWriter {
        let clock = ManualClock(now: PacketScene.start)
        let place = try files.openFolder(folder.path)
        let writer = AssetWriter(path: folder.file(name), container: .mp4, codecs: SystemCodecs(), clock: clock) {
            _ throws(SystemCallError) in
            try place.makeFile(name)
        }
        let inputs = tracks.map { AssetWriterInput(packets: $0) }
        for input in inputs { try writer.add(input) }
        guard writer.startWriting() else { return writer }
        try writer.startSession(atSourceTime: PacketScene.start)
        for second in 1...3 {
            let end = PacketScene.start + .seconds(second)
            let begin = second == 1 ? .zero : end - .seconds(1)
            for (track, packet) in packets where packet.decodeTime >= begin && packet.decodeTime < end {
                _ = try inputs[track].append(packet)
            }
            // The writer has taken everything when it waits for the next cut, or it has ended.
            while writer.status == .writing, clock.waiterCount == 0 { sched_yield() }
            clock.advance(by: .seconds(1))
            while writer.status == .writing, clock.waiterCount == 0 { sched_yield() }
            // Another thread brings the fragment to the disk; now each call has the same number in every run.
            while writer.status == .writing, files.callCount(of: .fdatasync) < second { sched_yield() }
        }
        await writer.finishWriting()
        return writer
    }

    @Test(
        "Whichever call fails, the writer says so or nothing is lost, and what it calls playable plays to its end"
    )
    func everyCall() async throws {
        let errors = [EIO, ENOSPC, EROFS, EDQUOT, EFBIG]
        files.fail(with: nil)
        let whole = try await write("whole.mp4")
        #expect(whole.status == .completed)
        let callCount = files.callCount
        #expect(callCount > 20)
        let pictureCount = try DecodedFilm(AssetReader(path: whole.path)).pictures.count
        #expect(pictureCount == 15)
        var playableCount = 0
        var harmlessCount = 0
        for number in 1...callCount {
            for isLasting in [true, false] {
                let errorNumber = errors[(number + (isLasting ? 0 : 2)) % errors.count]
                files.fail(with: .init(number: number, errorNumber: errorNumber, isLasting: isLasting))
                let writer = try await write("film.mp4")
                // Two fragments may be brought to the disk by one call.
                let hasFailed = files.failureCount > 0
                files.fail(with: nil)
                #expect(hasFailed || number > callCount - 3)
                let words = "call \(number), lasting: \(isLasting), \(writer.status)"
                if writer.status == .completed {
                    // A call that only keeps room for the index, or gives it back.
                    harmlessCount += hasFailed ? 1 : 0
                    #expect(try DecodedFilm(AssetReader(path: writer.path)).pictures.count == pictureCount, "\(words)")
                    try clear("film.mp4")
                    continue
                }
                #expect(writer.status == .failed, "\(words)")
                let error = writer.error.map { "\($0)" } ?? ""
                let reason = SystemCallError(call: "", subject: "", errorNumber: errorNumber).reason
                #expect(error.contains(reason), "\(words): \(error)")
                if writer.isFilePlayable {
                    playableCount += 1
                    let film = try DecodedFilm(AssetReader(path: writer.path))
                    #expect(film.pictures.count >= 5, "\(words)")
                    #expect((film.sounds[1]?.count ?? 0) >= 40_000, "\(words)")
                }
                try clear("film.mp4")
            }
        }
        #expect(harmlessCount <= 8, "one after each of three cuts, and one at the end, once or for good")
        #expect(playableCount > callCount, "most calls come after the first fragment")
    }

    @Test("Whichever call fails while a film gets its name, it is found under its name or that of its part file")
    func everyCallOfPublishing() throws {
        for replacement in [FilmReplacement.never, .whenComplete] {
            for number in 1...12 {
                for errorNumber in [EIO, ENOSPC, EROFS] {
                    let film = try FilmFile(path: folder.file("film.mp4"), replacement: replacement, files: files)
                    let part = try film.makePart(1)
                    try part.storage.write([1, 2, 3], at: 0)
                    files.fail(with: .init(number: number, errorNumber: errorNumber, isLasting: true))
                    var place: String?
                    do throws(RecordingError) {
                        place = try film.publish(part, refuges: []).path
                    } catch {
                        place = error.playableFile
                        #expect(error.systemError?.errorNumber == errorNumber)
                    }
                    files.fail(with: nil)
                    let bytes = try Data(contentsOf: URL(filePath: try #require(place)))
                    #expect(bytes == Data([1, 2, 3]))
                    for name in try folder.contents() { try clear(name) }
                }
            }
        }
    }

    @Test("A file system without second names, such as FAT, gives the film its name all the same")
    func withoutLinks() throws {
        let film = try FilmFile(path: folder.file("film.mp4"), replacement: .never, files: files)
        let part = try film.makePart(1)
        try part.storage.write([1, 2, 3], at: 0)
        _ = try folder.write([9], to: "film.mp4")
        files.fail(with: .init(.link, number: 1, errorNumber: EPERM, isLasting: true))
        #expect(try film.publish(part, refuges: []).path == folder.file("film-2.mp4"))
        #expect(try folder.contents() == ["film-2.mp4", "film.mp4"])
        #expect(try folder.bytes("film.mp4") == [9])
    }
}
