import DoubletakeCapture
import DoubletakeMedia

/// Opens a device of a sound server, again and again if need be, each time on a connection of its own.
struct PulseAudioConnector: SoundConnector {
    /// How much sound the server is asked to send at a time.
    ///
    /// Shorter, and the server, the device and this process are woken more often; longer, and sound comes that much
    /// later.
    private static let fragment = Duration.milliseconds(20)

    /// What the source is said to record, whichever device it is now.
    let device: CaptureDevice
    let target: SoundTarget
    /// The server's address; nil for the one that libpulse finds by itself.
    let server: String?
    /// What the source delivers, whatever the device has.
    let format: AudioFormat
    let clock: any MediaClock

    func connect(_ stop: SoundStop) throws(SoundAbsence) -> any SoundSession {
        do throws(ServerFailure) {
            let connection = try PulseAudioConnection(server: server, stop: stop)
            guard let found = try target.find(in: ServerDirectory(connection)) else { throw .noSuchEntity }
            let session = try open(found, on: connection)
            try session.release()
            return session
        } catch {
            throw SoundAbsence(error)
        }
    }

    /// Opens a device, and holds its sound back.
    func open(_ found: ServerDevice, on connection: PulseAudioConnection) throws(ServerFailure) -> PulseAudioSession {
        let map = found.channelCount == format.channelCount ? found.channelMap : nil
        let stream = try PulseAudioStream(.recording, on: connection, format: format, channelMap: map)
        try stream.record(from: found.recordedSource, inFragmentsOf: Self.fragment, target.mobility)
        return PulseAudioSession(stream, found, for: self)
    }
}

/// A stream of a device.
///
/// @unchecked: one thread after the other uses it; the lock of the source is between them.
final class PulseAudioSession: SoundSession, @unchecked Sendable {
    private let stream: PulseAudioStream
    private let connector: PulseAudioConnector
    private var found: ServerDevice
    private var sourceName: String?
    private var toldAttenuation: Attenuation?
    private var toldPassedOver: ServerDevice.PassedOver?

    init(_ stream: PulseAudioStream, _ found: ServerDevice, for connector: PulseAudioConnector) {
        self.stream = stream
        self.found = found
        sourceName = stream.sourceName
        self.connector = connector
    }

    var deviceName: String {
        found.name
    }

    /// Lets the sound come.
    func release() throws(ServerFailure) {
        switch connector.target.mobility {
        case .movable: try stream.connection.listen(for: .defaults, .devices)
        case .fixed: try stream.connection.listen(for: .devices)
        }
        try stream.release()
    }

    func run(into output: AudioSourceOutput, after lastTime: inout MediaTime?) -> SoundEnd {
        var recording = PulseAudioRecording(stream, clock: connector.clock, output: output, after: lastTime)
        defer { lastTime = recording.lastTime }
        tell(found.attenuation, output)
        tell(found.passedOver, instead: found, output)
        return recording.run { [self] hasMoved in isOutdated(hasMoved: hasMoved, output) }
    }

    /// Looks at which device is the default one when that may have changed, or when the stream was moved.
    ///
    /// A server that loses a sink moves the recording of its monitor to the default source, which may be a microphone:
    /// so it is no person's wish, and the default device is opened instead.
    private func isOutdated(hasMoved: Bool, _ output: AudioSourceOutput) -> Bool {
        guard hasMoved || stream.connection.takeNews() else { return false }
        lookAtLoudness(output)
        guard connector.target.mobility == .movable else { return false }
        let directory = ServerDirectory(stream.connection)
        let wanted: ServerDevice?
        let isOldThere: Bool
        do throws(ServerFailure) {
            wanted = try connector.target.find(in: directory)
            isOldThere = try directory.sources().contains { $0.name == sourceName }
        } catch {
            // A server that is gone ends the sound anyway, and one that is slow is asked again.
            stream.connection.keepNews()
            return hasMoved
        }
        if let wanted { tell(wanted.passedOver, instead: wanted, output) }
        // The server may have moved it to what has just become the default, and isn't wanted.
        if let unwanted = wanted?.passedOver, unwanted.recordedSource == stream.sourceName { return true }
        let isNew = wanted.map { $0.name != found.name } ?? false
        let isThere = wanted.map { $0.recordedSource == stream.sourceName } ?? false
        if !hasMoved { return isNew && !isThere }
        guard isThere || isOldThere else { return true }
        sourceName = stream.sourceName
        let name = isThere ? wanted?.name : stream.sourceName
        let cause: DeviceMove = isThere && isNew ? .defaultChanged : .byMixer
        output.report(.moved(device: connector.device, to: name ?? "another device", because: cause))
        if let wanted { found = wanted }
        return false
    }

    /// Looks at whether somebody has made the device quiet.
    private func lookAtLoudness(_ output: AudioSourceOutput) {
        do throws(ServerFailure) {
            let devices = try ServerDirectory(stream.connection).all(connector.device.kind)
            guard let device = devices.first(where: { $0.name == found.name }) else { return }
            tell(device.attenuation, output)
        } catch {
            // As above: a server that is gone ends the sound, and one that is slow is asked again.
            stream.connection.keepNews()
        }
    }

    private func tell(_ device: ServerDevice.PassedOver?, instead taken: ServerDevice, _ output: AudioSourceOutput) {
        if let device, device != toldPassedOver {
            let kind = connector.device.kind
            let passedOver = CaptureDevice(id: device.name, name: device.description, kind: kind)
            output.report(.passedOver(default: passedOver, for: taken.description))
        }
        toldPassedOver = device
    }

    private func tell(_ attenuation: Attenuation?, _ output: AudioSourceOutput) {
        if let attenuation, attenuation != toldAttenuation {
            output.report(.attenuated(device: connector.device, attenuation))
        }
        toldAttenuation = attenuation
    }
}
