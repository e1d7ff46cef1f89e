import DoubletakeCapture
import DoubletakeMedia

/// The seam between a source and the sound server: tests put a server here that comes and goes as they say.
protocol SoundConnector: Sendable {
    /// Connects, finds the device, and lets its sound come.
    ///
    /// Blocks until then, or until `stop` interrupts it; then it throws anything.
    func connect(_ stop: SoundStop) throws(SoundAbsence) -> any SoundSession
}

/// A device's sound as long as it comes without a break.
protocol SoundSession: AnyObject {
    /// What the server calls the device.
    var deviceName: String { get }

    /// Lets the sound come that was held back since it was opened.
    func release() throws(ServerFailure)

    /// Delivers until the sound ends, or until the stop that it was made with says so.
    ///
    /// - Parameter lastTime: when the last buffer was heard that the source has delivered.
    func run(into output: AudioSourceOutput, after lastTime: inout MediaTime?) -> SoundEnd
}

/// Why a session has ended.
enum SoundEnd: Equatable {
    /// It was told to.
    case stopped
    /// Nothing more will come.
    case lost
    /// The default is another device now.
    case outdated
}

/// Why a device's sound can't be had now.
enum SoundAbsence: Error, Equatable {
    /// There is no server.
    case server(ServerFailure)
    /// There is a server, and it doesn't have the device, or doesn't open it.
    case device(ServerFailure)

    /// Sorts out what the server, or the lack of one, has answered.
    init(_ failure: ServerFailure) {
        switch failure {
        case .notConnected, .noAnswer: self = .server(failure)
        case .refused: self = .device(failure)
        }
    }
}
