import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakePulseAudio

/// How a source gets its sound back, with a server that does what the test says.
@Suite(.timeLimit(.minutes(2)))
struct SoundKeeperTests {
    /// What the server does, one thing after the other; at the end it stops the source.
    private enum Turn: Sendable {
        /// An attempt fails.
        case fails(SoundAbsence)
        /// An attempt succeeds, and the sound of that device comes until it ends so.
        case delivers(String, SoundEnd)
    }

    private final class Session: SoundSession {
        let deviceName: String
        private let end: SoundEnd
        private let stop: SoundStop
        private let clock: ManualClock

        init(_ deviceName: String, _ end: SoundEnd, _ stop: SoundStop, _ clock: ManualClock) {
            (self.deviceName, self.end, self.stop, self.clock) = (deviceName, end, stop, clock)
        }

        func release() {}

        func run(into output: AudioSourceOutput, after lastTime: inout MediaTime?) -> SoundEnd {
            let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
            let time = max(clock.now, lastTime.map { $0 + .nanoseconds(1) } ?? .zero)
            output.deliver(AudioBuffer(silence: 480, format: format, time: time))
            lastTime = time
            if end == .stopped { stop.stop() }
            return end
        }
    }

    private final class Connector: SoundConnector {
        let clock: ManualClock
        private let turns: ConditionLock<[Turn]>
        private let instants = ConditionLock<[MediaTime]>([])

        init(_ turns: [Turn], _ clock: ManualClock) {
            self.turns = ConditionLock(turns)
            self.clock = clock
        }

        /// When attempts were made.
        var attempts: [MediaTime] { instants.read { $0 } }

        func connect(_ stop: SoundStop) throws(SoundAbsence) -> any SoundSession {
            let now = clock.now
            instants.withLock { $0.append(now) }
            switch turns.withLock({ $0.removeFirst() }) {
            case .fails(let absence): throw absence
            case .delivers(let name, let end): return Session(name, end, stop, clock)
            }
        }
    }

    /// Lets a source work that has a device's sound until that ends so; then the turns follow.
    private func work(_ end: SoundEnd, _ turns: Turn...) throws -> (SoundCollector, attempts: [Duration]) {
        let clock = ManualClock()
        let start = clock.now
        let connector = Connector(turns, clock)
        let collector = SoundCollector()
        let stop = SoundStop()
        let hasEnded = ConditionLock(false)
        let thread = try WorkerThread(name: "keeper") {
            let device = CaptureDevice(id: "speakers", name: "Speakers", kind: .applicationAudio)
            var keeper = SoundKeeper(device, connector, stop, clock: clock, output: collector.output)
            keeper.work(with: Session("speakers", end, stop, clock))
            hasEnded.withLock { $0 = true }
        }
        while !hasEnded.read({ $0 }) {
            if clock.waiterCount > 0 { clock.advance(by: .milliseconds(10)) }
        }
        thread.join()
        return (collector, connector.attempts.map { $0 - start })
    }

    private static let noServer = SoundAbsence.server(.notConnected(code: 6))
    private static let noDevice = SoundAbsence.device(.noSuchEntity)

    @Test("A lost server is looked for after 50, 100, 200 and then each 400 ms, and told of once")
    func pauses() throws {
        let fails = Turn.fails(Self.noServer)
        let (collector, attempts) = try work(.lost, fails, fails, fails, fails, fails, .delivers("speakers", .stopped))
        #expect(attempts == [50, 150, 350, 750, 1_150, 1_550].map { .milliseconds($0) })
        #expect(collector.happenings == ["server lost: the sound server is gone: Connection refused", "server back"])
        #expect(collector.buffers.count == 2 && collector.isInOrder)
    }

    @Test("A stream that ends and is there again at once is nothing to be told")
    func blip() throws {
        let (collector, attempts) = try work(.lost, .delivers("speakers", .lost), .delivers("speakers", .stopped))
        #expect(attempts == [.milliseconds(50), .milliseconds(100)])
        #expect(collector.happenings == [] && collector.buffers.count == 3)
    }

    @Test("Another default device is opened without a pause, and told of")
    func outdated() throws {
        let (collector, attempts) = try work(.outdated, .delivers("headphones", .stopped))
        #expect(attempts == [.zero] && collector.happenings == ["default is headphones"])
    }

    @Test("A lost device that another one has replaced is told of with the other's name, after it is back")
    func replaced() throws {
        let missing = Turn.fails(Self.noDevice)
        let (collector, _) = try work(.lost, missing, missing, missing, missing, .delivers("headphones", .stopped))
        #expect(collector.happenings.count == 3)
        #expect(collector.happenings.first?.hasPrefix("device lost") == true)
        #expect(collector.happenings.suffix(2) == ["device back", "default is headphones"])
    }

    @Test("Stopping ends a pause, a session, and what is begun afterwards", arguments: [false, true])
    func stops(isEarly: Bool) throws {
        let clock = ManualClock()
        let stop = SoundStop()
        if isEarly { stop.stop() }
        let interrupted = ConditionLock(0)
        stop.attach { interrupted.withLock { $0 += 1 } }
        #expect(interrupted.read { $0 } == (isEarly ? 1 : 0))
        let thread = try WorkerThread(name: "pause") { #expect(!stop.pause(.seconds(100), on: clock)) }
        stop.stop()
        thread.join()
        #expect(stop.isStopped && interrupted.read { $0 } == (isEarly ? 2 : 1))
    }
}
