import DoubletakeCapture
import DoubletakeMedia

/// What is told of a device's sound that is away: once that it is, and once that it is back.
///
/// A server that ends takes its devices away first, and one that begins doesn't have all of them at once. So that a device
/// is missing is told only when it has been for a while.
///
/// It is a value that the source's own thread owns.
struct SoundOutage {
    /// For how long a device must be missing that was there.
    ///
    /// Shorter, and a server that is ending is told of twice; longer, and a person hears so much later of it.
    private static let doubt = Duration.milliseconds(250)
    /// For how long a device must be missing when its server has just come.
    ///
    /// Shorter than it takes a sound server to find its sound cards, and each restart is told as a lost device too.
    private static let serverStart = Duration.seconds(2)

    private let device: CaptureDevice
    private var told: [CaptureInterruption] = []
    private var missingSince: MediaTime?

    init(of device: CaptureDevice) {
        self.device = device
    }

    /// The sound could not be had.
    ///
    /// - Returns: what is to be told.
    mutating func note(_ absence: SoundAbsence, at now: MediaTime) -> [CaptureEvent] {
        switch absence {
        case .server(let failure):
            missingSince = nil
            return isServerAway ? [] : tell(.server(failure.lost(device: device)))
        case .device(let failure):
            let since = missingSince ?? now
            missingSince = since
            guard now - since >= (isServerAway ? Self.serverStart : Self.doubt) else { return [] }
            let back = end(where: \.isServer)
            return told.isEmpty ? back + tell(.device(failure.lost(device: device))) : back
        }
    }

    /// The sound comes again.
    ///
    /// - Returns: what is to be told.
    mutating func end() -> [CaptureEvent] {
        missingSince = nil
        return end { _ in true }
    }

    private var isServerAway: Bool {
        told.contains(where: \.isServer)
    }

    private mutating func tell(_ interruption: CaptureInterruption) -> [CaptureEvent] {
        told.append(interruption)
        return [.interrupted(device: device, interruption)]
    }

    private mutating func end(where isOver: (CaptureInterruption) -> Bool) -> [CaptureEvent] {
        let over = told.filter(isOver)
        told.removeAll(where: isOver)
        return over.map { .resumed(device: device, after: $0) }
    }
}
