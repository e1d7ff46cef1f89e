import DoubletakeMedia
import Testing

@testable import Doubletake

@Suite struct PauseGateTests {
    private static let start = MediaTime(nanoseconds: 50_000_000_000)
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private static let picture = PixelBuffer(
        format: .i420,
        displaySize: PixelSize(width: 16, height: 16),
        color: .bt709Limited
    )

    /// What has left a gate.
    private struct Film: Sendable {
        var pictures: [VideoFrame] = []
        var sounds: [SampleBufferType: [AudioBuffer]] = [:]

        mutating func take(_ output: CaptureOutput) {
            guard case .buffer(let buffer) = output else { return }
            switch buffer.content {
            case .video(let frame): pictures.append(frame)
            case .audio(let audio): sounds[buffer.type, default: []].append(audio)
            }
        }
    }

    private let film = ConditionLock(Film())
    private let gate: PauseGate

    init() {
        let film = film
        gate = PauseGate { output in film.withLock { $0.take(output) } }
        gate.begin(RecordingTimeline(start: Self.start))
    }

    private func at(_ milliseconds: Int) -> MediaTime {
        Self.start + .milliseconds(milliseconds)
    }

    private func show(_ number: UInt64, at milliseconds: Int, changing damage: Damage = .everything) {
        let frame = VideoFrame(
            pixelBuffer: Self.picture,
            time: at(milliseconds),
            sequenceNumber: number,
            damage: damage
        )
        gate.take(.buffer(SampleBuffer(frame)))
    }

    private func play(_ range: Range<Int>, _ value: Float, type: SampleBufferType = .audioApp) {
        let count = (range.upperBound - range.lowerBound) * 48
        let samples = [Float](repeating: value, count: count)
        let audio = AudioBuffer(format: Self.format, time: at(range.lowerBound), samples: samples)
        gate.take(.buffer(type == .audioMic ? SampleBuffer(microphone: audio) : SampleBuffer(applications: audio)))
    }

    private func damage(_ x: Int) -> Damage {
        Damage([PixelRect(x: x, y: 0, width: 2, height: 2)])
    }

    @Test("After a pause the film goes on with the newest picture, which says all that has changed since the last")
    func newestPicture() {
        show(0, at: 0)
        show(1, at: 900)
        #expect(gate.pause(at: at(1_000)) == at(1_000))
        show(2, at: 1_500, changing: damage(2))
        show(3, at: 2_500, changing: damage(8))
        #expect(gate.resume(at: at(3_000)) == at(3_000))
        // A change from just before the end of the pause comes later.
        show(4, at: 2_990, changing: damage(4))
        let newest = VideoFrame(pixelBuffer: Self.picture, time: at(3_000), sequenceNumber: 4, damage: .none)
        gate.take(.buffer(SampleBuffer(newest.repeated(at: at(3_000)))))
        show(5, at: 3_400)
        let pictures = film.withLock { $0.pictures }
        #expect(pictures.map(\.sequenceNumber) == [0, 1, 4, 5])
        #expect(pictures.map { $0.time - Self.start } == [0, 900, 1_000, 1_400].map { .milliseconds($0) })
        #expect(pictures[2].damage(since: 1) == damage(2).union(damage(8)).union(damage(4)))
        #expect(gate.counts.frames == 3 && gate.counts.repeated == 0)
    }

    @Test("A camera's own pictures are cut by the same pause, and count for nobody else")
    func cameras() {
        let camera = SampleBufferSource(.video, number: 1)
        func take(_ number: UInt64, at milliseconds: Int) {
            let frame = VideoFrame(
                pixelBuffer: Self.picture, time: at(milliseconds), sequenceNumber: number, damage: .everything)
            gate.take(.buffer(SampleBuffer(frame, from: camera)))
        }
        show(0, at: 0)
        take(100, at: 10)
        _ = gate.pause(at: at(1_000))
        take(101, at: 1_500)
        _ = gate.resume(at: at(2_000))
        take(102, at: 2_020)
        take(103, at: 2_500)
        show(1, at: 2_600)
        let pictures = film.withLock { $0.pictures }
        #expect(pictures.map(\.sequenceNumber) == [0, 100, 102, 103, 1])
        #expect(pictures.map { $0.time - Self.start } == [0, 10, 1_000, 1_500, 1_000].map { .milliseconds($0) })
        #expect(gate.counts.frames == 0)
    }

    @Test("The first picture after a pause is shown from its end on, also when it is made a moment later")
    func firstPicture() {
        show(0, at: 0)
        _ = gate.pause(at: at(1_000))
        show(1, at: 1_990)
        _ = gate.resume(at: at(2_000))
        show(2, at: 2_030)
        show(3, at: 2_060)
        #expect(
            film.withLock { $0.pictures.map { $0.time - Self.start } } == [0, 1_000, 1_060].map { .milliseconds($0) })
    }

    @Test("A pause begins behind what is in the film already, for every type of buffer")
    func lateRequest() {
        show(0, at: 0)
        play(0..<500, 1)
        #expect(gate.pause(at: at(300)) == at(500))
        #expect(gate.pause(at: at(800)) == nil)
    }

    @Test("No sample of a pause is in the film, and none of it is missing on both sides")
    func sound() {
        play(0..<400, 1)
        _ = gate.pause(at: at(1_000))
        play(400..<1_000, 1)
        play(1_000..<1_990, 9)
        play(1_990..<2_000, 9, type: .audioMic)
        _ = gate.resume(at: at(2_000))
        play(1_990..<2_000, 9)
        play(2_000..<2_500, 2)
        let buffers = film.withLock { $0.sounds[.audioApp, default: []] }
        let samples = buffers.flatMap(\.samples)
        #expect(samples == [Float](repeating: 1, count: 48_000) + [Float](repeating: 2, count: 24_000))
        #expect(zip(buffers, buffers.dropFirst()).allSatisfy { $0.endTime == $1.time })
        #expect(film.withLock { $0.sounds[.audioMic] } == nil)
    }

    @Test("An end of a pause that is heard of a little late loses no sound after it")
    func lateResumption() {
        play(0..<1_000, 1)
        _ = gate.pause(at: at(1_000))
        play(1_000..<1_800, 9)
        play(1_800..<2_000, 2)
        #expect(gate.resume(at: at(1_800)) == at(1_800))
        gate.take(.finished(.audioApp))
        let samples = film.withLock { $0.sounds[.audioApp, default: []].flatMap(\.samples) }
        #expect(samples == [Float](repeating: 1, count: 48_000) + [Float](repeating: 2, count: 9_600))
    }

    @Test("A late end of a pause that another pause follows at once loses nothing in between")
    func lateResumptionAndPause() {
        play(0..<1_000, 1)
        _ = gate.pause(at: at(1_000))
        play(1_000..<1_800, 9)
        play(1_800..<2_000, 2)
        _ = gate.resume(at: at(1_800))
        #expect(gate.pause(at: at(2_010)) == at(2_010))
        play(2_000..<2_010, 2)
        play(2_010..<2_500, 9)
        let samples = film.withLock { $0.sounds[.audioApp, default: []].flatMap(\.samples) }
        #expect(samples == [Float](repeating: 1, count: 48_000) + [Float](repeating: 2, count: 10_080))
    }

    @Test("An end of a pause from longer ago than sound is kept is moved to what is kept")
    func veryLateResumption() throws {
        play(0..<1_000, 1)
        _ = gate.pause(at: at(1_000))
        for second in 1..<6 { play(second * 1_000..<second * 1_000 + 1_000, 9) }
        let end = try #require(gate.resume(at: at(1_500)))
        #expect(end >= at(4_000) && end <= at(5_000))
    }

    @Test("Hundreds of pauses a second leave times that increase and all that has changed")
    func nervous() {
        show(0, at: 0)
        for number in 1...2_000 {
            _ = gate.pause(at: at(2 * number - 2))
            if number.isMultiple(of: 3) { _ = gate.resume(at: at(2 * number - 1)) }
            show(UInt64(number), at: 2 * number - 1, changing: damage(number % 8))
        }
        _ = gate.resume(at: at(4_000))
        show(2_001, at: 4_000, changing: .none)
        let pictures = film.withLock { $0.pictures }
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $1.damage(since: $0.sequenceNumber) != .everything })
        #expect(pictures.last?.sequenceNumber == 2_001)
        #expect(gate.counts.frames == 2_002 - pictures.count)
    }

    @Test(
        "After sixty pauses a picture and the sound of its instant are as near as before",
        arguments: 0..<5 as Range<UInt64>)
    func beacon(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (shown, played, number) = (0, 0, UInt64(0))
        for cycle in 0..<120 {
            let next = played + Int.random(in: 1...1_500, using: &random)
            // Pictures at any time, and with each of them a loud sample.
            while shown + 40 < next {
                shown += Int.random(in: 1...40, using: &random)
                play(played..<shown, 0)
                play(shown..<shown + 1, 1)
                show(number, at: shown)
                (played, number) = (shown + 1, number + 1)
                shown = played
            }
            play(played..<max(next, played), 0)
            played = max(next, played)
            shown = played
            if cycle.isMultiple(of: 2) {
                _ = gate.pause(at: at(played))
            } else {
                _ = gate.resume(at: at(played))
                show(number, at: played)
                number += 1
            }
        }
        let (pictures, buffers) = film.withLock { ($0.pictures, $0.sounds[.audioApp, default: []]) }
        let samples = buffers.flatMap(\.samples)
        let flashes = samples.indices.filter { samples[$0] == 1 && ($0 == 0 || samples[$0 - 1] == 0) }
        // And one where each pause ends.
        #expect(pictures.count == flashes.count + 60)
        let times = Set(pictures.map { Self.format.sampleCount(in: $0.time - Self.start) })
        #expect(flashes.allSatisfy { flash in (flash - 1...flash + 1).contains { times.contains($0) } })
    }
}
