import DoubletakeCapture
import DoubletakeMedia

/// Opens what some applications play, again and again if need be, each time on a connection of its own.
struct ApplicationsConnector: SoundConnector {
    /// What all streams are converted to by the server: what most of them have.
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    let device: CaptureDevice
    let selection: ApplicationSelection
    /// The server's address; nil for the one that libpulse finds by itself.
    let server: String?
    let clock: any MediaClock

    func connect(_ stop: SoundStop) throws(SoundAbsence) -> any SoundSession {
        do throws(ServerFailure) {
            return try open(on: try PulseAudioConnection(server: server, stop: stop))
        } catch {
            throw SoundAbsence(error)
        }
    }

    /// Looks at what plays, and lets the server say when that changes.
    func open(on connection: PulseAudioConnection) throws(ServerFailure) -> ApplicationsSession {
        try connection.listen(for: .playing)
        return ApplicationsSession(self, on: connection, playing: try ServerDirectory(connection).playing())
    }
}

/// What some applications play, as long as there is a server: streams come and go.
///
/// @unchecked: one thread after the other uses it; the lock of the source is between them.
final class ApplicationsSession: SoundSession, @unchecked Sendable {
    /// How much sound the server is asked to send at a time.
    ///
    /// Shorter, and the server and this process are woken more often; longer, and sound comes that much later.
    private static let fragment = Duration.milliseconds(20)
    /// For how long the server is let wait while several streams are added up.
    ///
    /// Shorter, and this thread is woken more often; longer, and a stream that is waited for is heard of too late.
    private static let restOfMany = Duration.milliseconds(20)

    private let connector: ApplicationsConnector
    private let connection: PulseAudioConnection
    private let mixer: ConditionLock<StreamMixer>
    private var playing: [PlayingStream]
    private var recordings: [UInt32: PulseAudioRecording] = [:]

    /// Opens nothing yet.
    init(_ connector: ApplicationsConnector, on connection: PulseAudioConnection, playing: [PlayingStream]) {
        self.connector = connector
        self.connection = connection
        self.playing = playing
        mixer = ConditionLock(StreamMixer(format: ApplicationsConnector.format))
    }

    var deviceName: String {
        connector.device.id
    }

    /// What plays now, each application once.
    private var playingApplications: [String] {
        var names: [String] = []
        for name in playing.compactMap(\.applicationNames.first) where !names.contains(name) { names.append(name) }
        return names
    }

    /// Nothing is held back: streams are opened when the sound is delivered.
    func release() {}

    func run(into output: AudioSourceOutput, after lastTime: inout MediaTime?) -> SoundEnd {
        // That nothing but one application plays is no surprise.
        if case .only = connector.selection, !playing.contains(where: connector.selection.contains) {
            output.report(.nothingPlays(device: connector.device, others: playingApplications))
        }
        do throws(ServerFailure) {
            try follow()
            while connection.loop.turn(noLongerThan: nextTurn) {
                guard connection.isGood else { return .lost }
                takeSound()
                // Behind the sound: a stream may be found to have ended.
                if connection.takeNews() {
                    playing = try ServerDirectory(connection).playing()
                    try follow()
                }
                deliver(into: output, after: &lastTime)
                if let rest { connection.loop.rest(until: connector.clock.now + rest, on: connector.clock) }
            }
            return .stopped
        } catch {
            return .lost
        }
    }

    private var nextTurn: Duration? {
        recordings.values.compactMap(\.nextTurn).min() ?? (recordings.count > 1 ? Self.restOfMany : nil)
    }

    private var rest: Duration? {
        guard recordings.values.allSatisfy(\.mayRest) else { return nil }
        return recordings.count > 1 ? Self.restOfMany : PulseAudioRecording.rest
    }

    /// Records the streams that play and no others.
    private func follow() throws(ServerFailure) {
        let wanted = playing.filter(connector.selection.contains).map(\.index)
        for index in recordings.keys where !wanted.contains(index) { end(index) }
        for index in wanted where recordings[index] == nil {
            do throws(ServerFailure) {
                recordings[index] = try recording(of: index)
            } catch {
                // A stream that has ended meanwhile; the server says so next, or is gone itself.
                guard case .refused = error else { throw error }
            }
        }
    }

    private func recording(of index: UInt32) throws(ServerFailure) -> PulseAudioRecording {
        let stream = try PulseAudioStream(.recording, on: connection, format: ApplicationsConnector.format)
        try stream.record(playing: index, inFragmentsOf: Self.fragment)
        try stream.release()
        let output = AudioSourceOutput(
            deliver: { [mixer] buffer in mixer.withLock { $0.add(buffer, of: index) } },
            report: { _ in }
        )
        return PulseAudioRecording(stream, clock: connector.clock, output: output, after: nil)
    }

    private func end(_ index: UInt32) {
        recordings[index] = nil
        mixer.withLock { $0.remove(index) }
    }

    private func takeSound() {
        for index in recordings.keys {
            do throws(ServerFailure) {
                try recordings[index]?.take()
                recordings[index]?.deliverKnown()
            } catch {
                recordings[index]?.deliverKnown()
                end(index)
                // It may only have been moved to another sink: it is looked for once more.
                connection.keepNews()
            }
        }
    }

    private func deliver(into output: AudioSourceOutput, after lastTime: inout MediaTime?) {
        while let buffer = mixer.withLock({ $0.take(at: connector.clock.now) }) {
            guard lastTime.map({ buffer.time > $0 }) ?? true else { continue }
            output.deliver(buffer)
            lastTime = buffer.time
        }
    }
}
