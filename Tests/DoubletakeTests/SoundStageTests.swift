import DoubletakeComposition
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import Doubletake

/// One source's sound on its way into the film.
@Suite(.timeLimit(.minutes(10))) struct SoundStageTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private let clock = ManualClock()

    private struct Film: Sendable {
        var samples: [Float] = []
        var events: [SoundStage.Event] = []
        var hasEnded = false
    }

    /// Records a second of a steady value that comes in buffers of 20 ms.
    private func record(
        _ shape: SoundShape = SoundShape(),
        value: Float = 0.5,
        seconds: Int = 1,
        _ prepare: (SoundStage, MediaTime) -> Void
    ) throws -> (film: Film, stage: SoundStage) {
        let film = ConditionLock(Film())
        let stage = try SoundStage(
            source: SampleBufferSource(.audioMic, number: 1),
            format: Self.format,
            shape: shape,
            clock: clock,
            output: { output in
                guard case .buffer(let buffer) = output, case .audio(let audio) = buffer.content else { return }
                film.withLock { $0.samples += audio.samples }
            },
            filmEnded: { film.withLock { $0.hasEnded = true } },
            report: { event in film.withLock { $0.events.append(event) } }
        )
        defer { stage.close() }
        let start = clock.now
        stage.tell(.begin(start))
        // What comes after that is another input.
        clock.awaitWaiters(1)
        prepare(stage, start)
        for number in 0..<50 * seconds {
            clock.advance(by: .milliseconds(20))
            stage.place(
                AudioBuffer(
                    format: Self.format,
                    time: start + .milliseconds(20 * number),
                    samples: [Float](repeating: value, count: 960)
                )
            )
            // The next one comes when this one has been looked at, as from a device in real time.
            while stage.takeLevel(for: .status) == nil { sched_yield() }
        }
        stage.tell(.end(start + .seconds(seconds)))
        _ = film.wait(until: nil, on: clock) { $0.hasEnded ? true : nil }
        return (film.read { $0 }, stage)
    }

    @Test("A source is muted and heard again in the film to the sample, whatever the order in which it hears of that")
    func muted() throws {
        let (film, stage) = try record { stage, start in
            stage.setVolume(SoundVolume(), at: start + .milliseconds(600))
            stage.setVolume(SoundVolume(isMuted: true), at: start + .milliseconds(300))
        }
        #expect(stage.source.number == 1)
        #expect(film.samples.count == 48_000)
        #expect(film.samples[..<14_400].allSatisfy { $0 == 0.5 })
        #expect(film.samples[14_400] < 0.5)
        #expect(film.samples[14_639..<28_800].allSatisfy { $0 == 0 })
        #expect(film.samples[28_800] > 0 && film.samples[29_040...].allSatisfy { $0 == 0.5 })
        #expect(!film.events.contains { if case .watch = $0 { true } else { false } })
    }

    @Test("With an offset what is heard at the instant is muted, wherever it is in the film")
    func offset() throws {
        let (film, _) = try record(SoundShape(offset: .milliseconds(100))) { stage, start in
            stage.setVolume(SoundVolume(isMuted: true), at: start + .milliseconds(300))
        }
        #expect(film.samples[19_199] == 0.5 && film.samples[19_200] < 0.5)
        #expect(film.samples[19_440...].allSatisfy { $0 == 0 })
    }

    @Test("Nothing but zeros and cut peaks are told of what the device delivers; what was muted on purpose is not")
    func watched() throws {
        let start = clock.now
        let (silent, _) = try record(value: 0, seconds: 6) { _, _ in }
        #expect(silent.events.contains(.watch(.onlyZeros(since: start))))
        let (muted, _) = try record(seconds: 6) { stage, start in
            stage.setVolume(SoundVolume(isMuted: true), at: start)
        }
        #expect(muted.events.allSatisfy { if case .watch = $0 { false } else { true } })
        let (loud, stage) = try record(value: 1) { _, _ in }
        #expect(loud.events.contains(.watch(.clipping)))
        #expect(stage.currentCounts.samplesClipped == 48_000)
        let (limited, _) = try record(SoundShape(gain: 20)) { _, _ in }
        #expect(limited.events.allSatisfy { if case .watch = $0 { false } else { true } })
    }

    @Test("Those who ask how loud it is have each all that came since they last asked")
    func levels() throws {
        let (_, stage) = try record { _, _ in }
        // The status has been asked for after each buffer.
        #expect(stage.takeLevel(for: .status) == nil)
        let level = stage.takeLevel(for: .meter)
        #expect(level?.peak == 0.5 && level?.rootMeanSquare == 0.5)
        #expect(stage.takeLevel(for: .meter) == nil)
    }
}
