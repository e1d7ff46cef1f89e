import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Glibc
import Testing

@testable import Doubletake

/// The recorder with real codecs and synthetic devices, on disks that are as full as a test says.
@Suite(.timeLimit(.minutes(10))) struct RecordingLimitTests {
    private let folder: TemporaryFolder
    private let files = FaultyFiles()
    private let codecs = CountingCodecs()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func recorder(
        lossless: Bool = false,
        _ change: (inout RecordingLimits) -> Void = { _ in }
    ) -> ScreenRecorder {
        var configuration = RecordingConfiguration(
            picture: .monitor("test:counter"),
            applicationAudio: .named("test:tone"),
            microphone: .none,
            quality: lossless ? .lossless : .high
        )
        change(&configuration.limits)
        return ScreenRecorder(
            configuration: configuration,
            backends: [SyntheticBackend()],
            codecs: codecs,
            files: files,
            clock: MonotonicClock()
        )
    }

    /// The events until the film is finished or has failed.
    private func eventsToEnd(_ events: EventStream<RecordingEvent>) async -> [RecordingEvent] {
        var all: [RecordingEvent] = []
        for await event in events {
            all.append(event)
            switch event {
            case .finished, .failed: return all
            default: continue
            }
        }
        return all
    }

    private func films(_ finished: FinishedRecording) throws -> [DecodedFilm] {
        try finished.parts.map { try DecodedFilm(AssetReader(path: $0.file)) }
    }

    /// Expects that films have each picture that was encoded once, in order.
    ///
    /// On a machine that is busy some are encoded after the film's end.
    private func expectUnbroken(_ films: [DecodedFilm], _ started: StartedRecording, _ finished: FinishedRecording) {
        let numbers = films.flatMap(\.pictures).compactMap(\.number)
        let end = started.start + finished.duration
        #expect(numbers.count == codecs.pictureTimes.count { $0 < end }, "none is lost")
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "none is in two parts")
        for film in films { #expect(film.pictures.first?.time == .zero) }
    }

    @Test("The parts of a film that is split are the whole: each picture once, and each sample")
    func split() async throws {
        let recorder = recorder { $0.split = .time(.seconds(1)) }
        let events = recorder.events()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        var told: [RecordingEvent] = []
        for await event in events {
            told.append(event)
            if case .split(let part) = event, part.start >= .seconds(2) { break }
        }
        let finished = try await recorder.stopRecording()
        let names = finished.parts.indices.map { $0 == 0 ? "film.mp4" : "film-\($0 + 1).mp4" }
        #expect(names.count > 2 && finished.parts.map(\.file) == names.map(folder.file))
        #expect(finished.file == folder.file("film.mp4") && finished.end == .requested)
        #expect(try folder.contents() == names.sorted())
        #expect(finished.parts.map(\.duration).reduce(.zero, +) == finished.duration)
        let films = try films(finished)
        expectUnbroken(films, started, finished)
        let sounds = films.map { $0.sounds[1] ?? [] }
        // A cut falls between two samples; each side rounds it for itself.
        for (part, sound) in zip(finished.parts, sounds) {
            #expect(abs(Double(sound.count) - part.duration.inSeconds * 48_000) <= 1)
        }
        let soundCount = Double(sounds.map(\.count).reduce(0, +))
        #expect(abs(soundCount - finished.duration.inSeconds * 48_000) <= Double(sounds.count))
        told += await eventsToEnd(events)
        let (splits, complete) = told.reduce(into: ([String](), [String]())) { files, event in
            switch event {
            case .split(let part): files.0.append(part.partFile)
            case .part(let part): files.1.append(part.file)
            default: break
            }
        }
        #expect(Set(splits).isSuperset(of: (2...names.count).map { folder.file("film-\($0).part.mp4") }))
        // The last one is told of apart, unless the film was ended so late that it was closed by then.
        #expect(Set(complete).isSuperset(of: names.dropLast().map(folder.file)))
        #expect(Set(complete).isSubset(of: names.map(folder.file)))
        // A decoder without its run-up would begin with a click, far larger than a sample that was rounded away; so would
        // sound that came too late for its place.
        guard finished.statistics.samplesFilled == 0 else { return }
        let whole = sounds.joined().map { $0 }
        let steps = zip(whole, whole.dropFirst()).map { abs($1 - $0) }
        let usual = steps[4800..<24_000].max() ?? 0
        var joint = 0
        for sound in sounds.dropLast() {
            joint += sound.count
            #expect((steps[joint - 1200..<min(joint + 1200, steps.count)].max() ?? 1) < 2.5 * usual)
        }
    }

    @Test("A film ends by itself before it is larger than it may be")
    func maximumSize() async throws {
        let recorder = recorder(lossless: true) { $0.maximumByteCount = 100_000 }
        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        let finished = try #require(await finishedFilm(events))
        #expect(finished.end == .maximumSize)
        #expect(finished.byteCount <= 100_000 && finished.byteCount > 50_000)
        #expect(try folder.bytes("film.mp4").count == Int(finished.byteCount))
        let film = try DecodedFilm(AssetReader(path: finished.file))
        #expect(!film.pictures.isEmpty)
        #expect(abs(Double(film.sounds[1]?.count ?? 0) - finished.duration.inSeconds * 48_000) <= 1)
        #expect(await recorder.state == .idle)
    }

    private func finishedFilm(_ events: EventStream<RecordingEvent>) async -> FinishedRecording? {
        if case .finished(let finished) = await eventsToEnd(events).last { finished } else { nil }
    }

    @Test("A film goes on in the next part where a file can't grow any further, and ends there when it is not split")
    func largestFile() async throws {
        files.set(largestFile: 100_000)
        let split = recorder(lossless: true) { $0.split = .time(.seconds(3600)) }
        let events = split.events()
        let started = try await split.startRecording(to: folder.file("film.mp4"))
        for await event in events {
            if case .split = event { break }
        }
        let parts = try await split.stopRecording()
        // On a machine that is busy the next part may be late.
        #expect(parts.parts.allSatisfy { $0.byteCount <= 200_000 })
        expectUnbroken(try films(parts), started, parts)

        let whole = recorder(lossless: true)
        let wholeEvents = whole.events()
        try await whole.startRecording(to: folder.file("whole.mp4"))
        let finished = try #require(await finishedFilm(wholeEvents))
        #expect(finished.end == .largestFile && finished.byteCount <= 100_000)
    }

    @Test("A file that turns out to have been as large as it can be costs a moment, and the film goes on")
    func unexpectedLimit() async throws {
        let recorder = recorder { $0.split = .time(.seconds(3600)) }
        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        // The first fragment is two writes.
        files.fail(with: .init(.pwrite, number: 3, errorNumber: EFBIG, isLasting: false))
        var warnings: [String] = []
        for await event in events {
            if case .warning(let warning) = event { warnings.append(warning.code) }
            if case .part = event { break }
        }
        let finished = try await recorder.stopRecording()
        #expect(warnings == ["part_cut"])
        #expect(finished.parts.count == 2)
        #expect(try films(finished).allSatisfy { !$0.pictures.isEmpty })
    }

    @Test("A film is not begun on a disk that has less room than must stay free")
    func refused() async throws {
        files.set(space: VolumeSpace(availableByteCount: 199_999_999, totalByteCount: 1 << 40))
        let recorder = recorder()
        let error = await #expect(throws: RecordingError.self) {
            try await recorder.startRecording(to: folder.file("film.mp4"))
        }
        guard case .diskFull(folder.path, 199_999_999, 200_000_000) = error else {
            Issue.record("the error is \(String(describing: error))")
            return
        }
        #expect(try folder.contents().isEmpty)
        // Once there is room the same recorder records.
        files.set(space: nil)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await recorder.stopRecording(at: started.start + .milliseconds(100))
    }

    @Test("A disk that fills up while a film is recorded is warned of once, and then ends the film")
    func fillingUp() async throws {
        let recorder = recorder { $0.minimumFreeSpace = .bytes(1000) }
        let events = recorder.events()
        files.set(space: VolumeSpace(availableByteCount: 1500, totalByteCount: 1 << 40))
        try await recorder.startRecording(to: folder.file("film.mp4"))
        var seen: [RecordingEvent] = []
        for await event in events {
            seen.append(event)
            if case .warning = event { files.set(space: VolumeSpace(availableByteCount: 999, totalByteCount: 1 << 40)) }
            if case .finished = event { break }
        }
        let warnings = seen.compactMap { event in
            if case .warning(let warning) = event { warning.code } else { nil }
        }
        #expect(warnings == ["disk_low"])
        guard case .finished(let finished) = seen.last else {
            Issue.record("it was not finished")
            return
        }
        #expect(finished.end == .lowDisk)
        #expect(try !DecodedFilm(AssetReader(path: finished.file)).pictures.isEmpty)
    }

    @Test(
        "A disk that fails leaves a film that plays and is named, and the same recorder records again",
        arguments: [(FaultyFiles.Call.pwrite, ENOSPC), (.fdatasync, EIO)]
    )
    func failingDisk(call: FaultyFiles.Call, errorNumber: Int32) async throws {
        let recorder = recorder()
        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        files.fail(with: .init(call, number: call == .pwrite ? 3 : 1, errorNumber: errorNumber, isLasting: true))
        guard case .failed(let error) = await eventsToEnd(events).last else {
            Issue.record("it did not fail")
            return
        }
        guard case .writer(.cannotWrite(let reason), folder.file("film.mp4")) = error else {
            Issue.record("the error is \(error)")
            return
        }
        #expect(reason.errorNumber == errorNumber)
        #expect(error.help.hasSuffix("; a playable file is at \(folder.file("film.mp4"))."))
        #expect(try !DecodedFilm(AssetReader(path: folder.file("film.mp4"))).pictures.isEmpty)
        files.fail(with: nil)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        let again = try await recorder.stopRecording(at: started.start + .milliseconds(200))
        #expect(again.file == folder.file("film-2.mp4"))
    }

    @Test("A film follows its folder, and is copied to a refuge when that is removed; both places are named")
    func folders() async throws {
        let recorder = recorder { $0.refuges = [folder.file("videos")] }
        try await recorder.startRecording(to: folder.file("take/film.mp4"))
        try FileManager.default.moveItem(atPath: folder.file("take"), toPath: folder.file("kept"))
        let kept = try await recorder.stopRecording()
        #expect(kept.file == folder.file("kept/film.mp4"))

        let events = recorder.events()
        try await recorder.startRecording(to: folder.file("kept/second.mp4"))
        try FileManager.default.removeItem(atPath: folder.file("kept"))
        let saved = try await recorder.stopRecording()
        #expect(saved.file == folder.file("videos/second.mp4"))
        #expect(try !DecodedFilm(AssetReader(path: saved.file)).pictures.isEmpty)
        let warnings = await eventsToEnd(events).compactMap { event in
            if case .warning(let warning) = event { warning } else { nil }
        }
        #expect(warnings.map(\.code) == ["folder_removed"])
        #expect(warnings.first?.subject == folder.file("kept"))
        #expect(warnings.first?.message.contains(folder.file("videos/second.mp4")) == true)
    }
}
