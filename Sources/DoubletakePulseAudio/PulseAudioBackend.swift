package import DoubletakeCapture
package import DoubletakeMedia

/// A PulseAudio server, or a PipeWire one that speaks its protocol: what its sinks play, and its microphones.
///
/// Each call makes a connection of its own and lets it go. It may be used from any thread; a server that hangs is an
/// error after two seconds.
package struct PulseAudioBackend: SoundServerBackend {
    private let server: String?

    /// Creates the backend.
    ///
    /// - Parameter server: the server's address, as in `PULSE_SERVER`; nil for the one that libpulse finds by itself.
    package init(server: String? = nil) {
        self.server = server
    }

    /// The sinks, whose sound is that of the applications, or the sources that are more than a sink's monitor.
    package func devices(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] {
        guard Self.kinds.contains(kind) else { return [] }
        return try ask { directory throws(ServerFailure) in try directory.listed(kind) }
            .map { CaptureDevice($0, kind: kind) }
    }

    /// The default sink, or the default source.
    ///
    /// A default source that is a sink's monitor is no microphone: what the applications play would be heard twice.
    package func defaultDevice(of kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        guard Self.kinds.contains(kind) else { return nil }
        return try ask { directory throws(ServerFailure) in try SoundTarget.defaultDevice(kind).find(in: directory) }
            .map { CaptureDevice($0, kind: kind) }
    }

    /// The device with that id or, if there is none, that name.
    ///
    /// A sink's monitor is a microphone for who asks for it by its id. `app:NAME` is what one application plays, and
    /// `not-app:NAME` what all others do, whether they play now or not.
    package func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        guard Self.kinds.contains(kind) else { return nil }
        let application = CaptureDevice(id: name, name: name, kind: kind)
        if ApplicationSelection(of: application) != nil { return application }
        return try ask { directory throws(ServerFailure) in
            let all = try directory.all(kind)
            return all.first { $0.name == name } ?? all.first { $0.description == name && !$0.isMonitor }
        }
        .map { CaptureDevice($0, kind: kind) }
    }

    /// The applications that play now, each once, by the names by which they can be recorded.
    package func applications() throws(CaptureError) -> [CaptureDevice] {
        let playing = try ask { directory throws(ServerFailure) in try directory.playing() }
        var names: [String] = []
        for name in playing.compactMap(\.applicationNames.first) where !names.contains(name) { names.append(name) }
        return names.map { CaptureDevice(id: "app:\($0)", name: $0, kind: .applicationAudio) }
    }

    /// Whether the server may be used: it is asked for its devices.
    package func authorization() -> DeviceAuthorization {
        do throws(ServerFailure) {
            _ = try ServerDirectory(server: server).defaults()
            return .authorized
        } catch {
            return ServerAccess.authorization(after: error, at: ServerSocket.access(to: server))
        }
    }

    /// There is none: a sound server has no pictures.
    package func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }

    /// Opens a sink's monitor or a source, and holds it back until it is started.
    ///
    /// A sink on which nothing plays may need two seconds from the start to its first sample; what was before is silence
    /// that nobody delivers.
    package func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        guard Self.kinds.contains(device.kind) else {
            throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
        }
        if let selection = ApplicationSelection(of: device) { return try open(device, selection, clock: clock) }
        let stop = SoundStop()
        let connection: PulseAudioConnection
        let all: [ServerDevice]
        do throws(ServerFailure) {
            connection = try PulseAudioConnection(server: server, stop: stop)
            all = try ServerDirectory(connection).all(device.kind)
        } catch {
            throw error.unavailable(server: server)
        }
        guard let found = all.first(where: { $0.name == device.id }) else {
            let available = all.filter { !$0.isMonitor }.map(\.name)
            throw .noSuchDevice(name: device.id, kind: device.kind, available: available)
        }
        return try open(device, .named(device.id, device.kind), found, on: connection, stop, clock: clock)
    }

    /// Opens the default sink's monitor or the default source, and follows the default from then on.
    ///
    /// A server that isn't there yet is waited for, where one is likely to come.
    package func openDefaultAudio(
        _ kind: CaptureDevice.Kind,
        clock: any MediaClock
    ) throws(CaptureError) -> (any AudioSource)? {
        guard Self.kinds.contains(kind) else { return nil }
        let target = SoundTarget.defaultDevice(kind)
        let stop = SoundStop()
        let connection: PulseAudioConnection
        let found: ServerDevice?
        do throws(ServerFailure) {
            connection = try PulseAudioConnection(server: server, stop: stop)
            found = try target.find(in: ServerDirectory(connection))
        } catch {
            guard case .notConnected = error, try isServerExpected() else { throw error.unavailable(server: server) }
            return waiting(for: kind, stop, clock: clock)
        }
        guard let found else {
            if kind == .microphone { try refuseHeadset(on: connection) }
            return nil
        }
        return try open(CaptureDevice(found, kind: kind), target, found, on: connection, stop, clock: clock)
    }

    /// Says why there is no default microphone, when it is for the sake of a headset's music.
    private func refuseHeadset(on connection: PulseAudioConnection) throws(CaptureError) {
        let headset: ServerDevice?
        do throws(ServerFailure) {
            let directory = ServerDirectory(connection)
            let name = try directory.defaults().source
            headset = try directory.listed(.microphone).first { $0.name == name }
        } catch {
            throw error.unavailable(server: server)
        }
        guard let headset else { return }
        throw .unavailable(
            device: headset.description,
            reason: "to record it would turn its music to the quality of a call, and there is no other microphone",
            help: "Name it with --mic \(headset.name) to record it all the same."
        )
    }

    private func isServerExpected() throws(CaptureError) -> Bool {
        do throws(ServerFailure) {
            return try ServerSocket.isExpected(server)
        } catch {
            throw error.unavailable(server: server)
        }
    }

    /// The default device of a server that isn't there: nobody knows yet what it has, so it has what most have.
    private func waiting(for kind: CaptureDevice.Kind, _ stop: SoundStop, clock: any MediaClock) -> PulseAudioSource {
        let connector = PulseAudioConnector(
            device: CaptureDevice(id: "default", name: "default \(kind.words)", kind: kind),
            target: .defaultDevice(kind),
            server: server,
            format: AudioFormat(sampleRate: 48_000, channelCount: kind == .microphone ? 1 : 2),
            clock: clock
        )
        return PulseAudioSource(connector.device, connector.format, connector, nil, stop, clock: clock)
    }

    private func open(
        _ device: CaptureDevice,
        _ target: SoundTarget,
        _ found: ServerDevice,
        on connection: PulseAudioConnection,
        _ stop: SoundStop,
        clock: any MediaClock
    ) throws(CaptureError) -> PulseAudioSource {
        guard let format = found.format else {
            throw .unavailable(
                device: device.id,
                reason: "it has \(found.channelCount) channels, and 32 can be recorded",
                help: "Choose another \(device.kind.words), or record with --no-sound."
            )
        }
        let connector = PulseAudioConnector(
            device: device,
            target: target,
            server: server,
            format: format,
            clock: clock
        )
        do throws(ServerFailure) {
            let session = try connector.open(found, on: connection)
            return PulseAudioSource(device, format, connector, session, stop, clock: clock)
        } catch {
            throw error.unavailable(device: device, server: server)
        }
    }

    private func open(
        _ device: CaptureDevice,
        _ selection: ApplicationSelection,
        clock: any MediaClock
    ) throws(CaptureError) -> PulseAudioSource {
        let stop = SoundStop()
        let connector = ApplicationsConnector(device: device, selection: selection, server: server, clock: clock)
        do throws(ServerFailure) {
            let session = try connector.open(on: try PulseAudioConnection(server: server, stop: stop))
            return PulseAudioSource(device, ApplicationsConnector.format, connector, session, stop, clock: clock)
        } catch {
            throw error.unavailable(server: server)
        }
    }

    private static let kinds: [CaptureDevice.Kind] = [.applicationAudio, .microphone]

    private func ask<Answer>(
        _ question: (ServerDirectory) throws(ServerFailure) -> Answer
    ) throws(CaptureError) -> Answer {
        do throws(ServerFailure) {
            return try question(try ServerDirectory(server: server))
        } catch {
            throw error.unavailable(server: server)
        }
    }
}

extension CaptureDevice {
    fileprivate init(_ device: ServerDevice, kind: Kind) {
        self.init(id: device.name, name: device.description, kind: kind)
    }
}
