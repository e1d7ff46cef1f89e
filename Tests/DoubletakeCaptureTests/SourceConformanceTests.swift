import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// A suite that never complains says nothing: each fault must be found, and named by the sentence that it breaks.
@Suite(.timeLimit(.minutes(10)))
struct SourceConformanceTests {
    private static let future = "a picture's time is that of its change, on the clock the source was opened with"
    private static let afterStop = "after `stop()` has returned nothing is delivered or reported"

    private static let brokenByVideo: [FaultyVideoSource.Fault: [String]] = [
        .none: [],
        .otherSize: ["pictures are in `format`, `displaySize` and `color` from the first to the last"],
        .partialFirstDamage: ["the first picture's damage is everything"],
        .futureTime: [future],
        .otherClock: [future],
        .decreasingTime: ["times never decrease"],
        .gapInNumbers: ["sequence numbers count from 0 without a gap"],
        .tooLittleDamage: ["damage is relative to the picture before"],
        .changesHeldPicture: ["a delivered picture never changes while anyone holds it"],
        .silentDrop: ["each change is delivered, or reported as dropped"],
        .laterThanStop: [afterStop, "everything is called on the source's own thread"],
        .callersThread: ["everything is called on the source's own thread"],
        .failure: ["the device stopped delivering: faulty: gone"],
    ]

    @Test("The suite for pictures finds each fault", arguments: FaultyVideoSource.Fault.allCases)
    func video(fault: FaultyVideoSource.Fault) throws {
        let clock = ManualClock()
        let conformance = VideoSourceConformance(
            manual: clock,
            interval: FaultyVideoSource.interval,
            patience: fault == .silentDrop ? .zero : .seconds(10)
        ) { FaultyVideoSource(fault, clock: clock) }
        let violations = try conformance.violations()
        for sentence in try #require(Self.brokenByVideo[fault]) {
            #expect(violations.contains(sentence), "found was \(violations)")
        }
        if fault == .none { #expect(violations == []) }
    }

    private static let brokenByAudio: [FaultyAudioSource.Fault: [String]] = [
        .none: [],
        .otherFormat: ["buffers are in `format` from the first to the last"],
        .futureTime: ["a buffer's time is that at which its first sample was heard, on the source's clock"],
        .otherClock: ["a buffer's time is that at which its first sample was heard, on the source's clock"],
        .wrongOrder: ["buffers come in the order of their times"],
        .silence: ["sound is delivered as long as the device hears it"],
        .laterThanStop: [afterStop, "everything is called on the source's own thread"],
        .failure: ["the device stopped delivering: faulty: gone"],
    ]

    @Test("The suite for sound finds each fault", arguments: FaultyAudioSource.Fault.allCases)
    func audio(fault: FaultyAudioSource.Fault) throws {
        let clock = ManualClock()
        let conformance = AudioSourceConformance(
            manual: clock,
            interval: FaultyAudioSource.interval,
            patience: fault == .silence ? .zero : .seconds(10)
        ) { FaultyAudioSource(fault, clock: clock) }
        let violations = try conformance.violations()
        for sentence in try #require(Self.brokenByAudio[fault]) {
            #expect(violations.contains(sentence), "found was \(violations)")
        }
        if fault == .none { #expect(violations == []) }
    }

    @Test("A source that somebody keeps alive with its output is not gone")
    func leak() throws {
        let clock = ManualClock()
        var kept: [FaultyVideoSource] = []
        let conformance = VideoSourceConformance(manual: clock, interval: FaultyVideoSource.interval) {
            kept.append(FaultyVideoSource(.none, clock: clock))
            return kept[0]
        }
        let violations = try conformance.violations()
        #expect(violations == ["after `stop()` has returned the thread is gone"])
    }
}
