import DoubletakeCapture
import DoubletakeMedia

/// Keeps a device's sound coming: when it ends it is fetched again, for as long as it takes.
///
/// It works on the source's own thread, and what it reports is told there.
struct SoundKeeper {
    /// How long it waits between attempts; the last one is repeated.
    ///
    /// Shorter, and a server that is ending is asked for its devices; longer, and sound comes so much later after a
    /// server or a device has come back: within a second is promised.
    private static let pauses: [Duration] = [
        .milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400),
    ]

    private let device: CaptureDevice
    private let connector: any SoundConnector
    private let stop: SoundStop
    private let clock: any MediaClock
    private let output: AudioSourceOutput
    private var outage: SoundOutage
    private var lastTime: MediaTime?

    init(
        _ device: CaptureDevice,
        _ connector: any SoundConnector,
        _ stop: SoundStop,
        clock: any MediaClock,
        output: AudioSourceOutput
    ) {
        self.device = device
        self.connector = connector
        self.stop = stop
        self.clock = clock
        self.output = output
        outage = SoundOutage(of: device)
    }

    /// Works until it is stopped.
    ///
    /// - Parameter first: the sound that comes already; nil when there is none yet.
    mutating func work(with first: (any SoundSession)?) {
        var session = first
        var lastName = first?.deviceName
        while !stop.isStopped {
            var end = SoundEnd.lost
            if let session {
                end = session.run(into: output, after: &lastTime)
                lastName = session.deviceName
            }
            // Another default device is there already; what was lost needs a moment.
            session = end == .stopped ? nil : fetch(at: end == .outdated ? nil : 0)
            guard let session else { return }
            outage.end().forEach(output.report)
            if let lastName, session.deviceName != lastName {
                output.report(.moved(device: device, to: session.deviceName, because: .defaultChanged))
            }
            lastName = session.deviceName
        }
    }

    /// Tries until the sound comes.
    ///
    /// - Parameter first: which pause comes before the first attempt; nil for none.
    /// - Returns: nil when it was stopped.
    private mutating func fetch(at first: Int?) -> (any SoundSession)? {
        var pause = first
        while true {
            if let pause, !stop.pause(Self.pauses[min(pause, Self.pauses.count - 1)], on: clock) { return nil }
            do throws(SoundAbsence) {
                return try connector.connect(stop)
            } catch {
                if stop.isStopped { return nil }
                outage.note(error, at: clock.now).forEach(output.report)
            }
            pause = (pause ?? -1) + 1
        }
    }
}
