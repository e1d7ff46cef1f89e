import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

/// What is told of sound that is away, by what the attempts to get it back have met.
struct SoundOutageTests {
    private static let noServer = SoundAbsence.server(.notConnected(code: 6))
    private static let noDevice = SoundAbsence.device(.noSuchEntity)

    private enum Step {
        case absent(SoundAbsence, at: Int)
        case back
    }

    private func told(_ steps: Step...) -> [String] {
        var outage = SoundOutage(of: CaptureDevice(id: "mic", name: "Blue Yeti", kind: .microphone))
        return steps.flatMap { step in
            switch step {
            case .absent(let absence, let time):
                outage.note(absence, at: MediaTime(nanoseconds: Int64(time) * 1_000_000))
            case .back: outage.end()
            }
        }
        .map { SoundCollector.words($0).prefix { $0 != ":" }.description }
    }

    @Test("A server is told of at once, and once, and so is its return")
    func server() {
        let words = told(
            .absent(Self.noServer, at: 0), .absent(Self.noServer, at: 50), .absent(Self.noServer, at: 9_000), .back,
            .back)
        #expect(words == ["server lost", "server back"])
    }

    @Test("A device is told of when it has been missing for a while")
    func device() {
        #expect(told(.absent(Self.noDevice, at: 0), .absent(Self.noDevice, at: 100), .back) == [])
        let words = told(.absent(Self.noDevice, at: 0), .absent(Self.noDevice, at: 300), .back)
        #expect(words == ["device lost", "device back"])
    }

    @Test("A server that takes its devices away before it ends is told of as a server alone")
    func ending() {
        let words = told(.absent(Self.noDevice, at: 0), .absent(Self.noServer, at: 60), .absent(Self.noServer, at: 999))
        #expect(words == ["server lost"])
    }

    @Test("A server that needs two seconds to find its devices is back when they are; one without them is back itself")
    func beginning() {
        let short = told(
            .absent(Self.noServer, at: 0), .absent(Self.noDevice, at: 500), .absent(Self.noDevice, at: 2_400), .back)
        #expect(short == ["server lost", "server back"])
        let long = told(
            .absent(Self.noServer, at: 0), .absent(Self.noDevice, at: 500), .absent(Self.noDevice, at: 2_600), .back)
        #expect(long == ["server lost", "server back", "device lost", "device back"])
    }

    @Test("A server that ends while its device is missing is told of too, and both are told to be back")
    func both() {
        let words = told(
            .absent(Self.noDevice, at: 0), .absent(Self.noDevice, at: 300), .absent(Self.noServer, at: 400), .back)
        #expect(words == ["device lost", "server lost", "device back", "server back"])
    }
}
