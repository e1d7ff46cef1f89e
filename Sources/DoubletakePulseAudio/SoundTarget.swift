import DoubletakeCapture

/// Which device of a sound server is recorded.
enum SoundTarget: Equatable {
    /// The one of that id, and never another one.
    case named(String, CaptureDevice.Kind)
    /// Whichever is the default one.
    case defaultDevice(CaptureDevice.Kind)

    /// Finds the device among those that the server has now.
    ///
    /// `MicrophoneChoice` says which source is the default microphone.
    func find(in directory: ServerDirectory) throws(ServerFailure) -> ServerDevice? {
        switch self {
        case .named(let id, let kind): return try directory.all(kind).first { $0.name == id }
        case .defaultDevice(let kind):
            let defaults = try directory.defaults()
            guard kind == .microphone else { return try directory.listed(kind).first { $0.name == defaults.sink } }
            let sources = try directory.sources()
            let choice = MicrophoneChoice(
                default: defaults.source,
                sources: sources.map(\.candidate),
                sinks: try directory.sinks().map(\.candidate)
            )
            var found = sources.first { $0.name == choice.name }
            found?.passedOver = sources.first { $0.name == choice.passedOver }.map {
                ServerDevice.PassedOver(name: $0.name, description: $0.description, recordedSource: $0.recordedSource)
            }
            return found
        }
    }

    /// Whether the server may move the stream to another device.
    var mobility: PulseAudioStream.Mobility {
        switch self {
        case .named: .fixed
        case .defaultDevice: .movable
        }
    }
}

extension ServerDevice {
    /// It, as far as the choice of a microphone goes.
    fileprivate var candidate: MicrophoneChoice.Candidate {
        MicrophoneChoice.Candidate(name: name, isMonitor: isMonitor, link: link)
    }
}

extension ServerDirectory {
    /// All devices of a kind.
    func all(_ kind: CaptureDevice.Kind) throws(ServerFailure) -> [ServerDevice] {
        kind == .microphone ? try sources() : try sinks()
    }

    /// Those that a person sees in a list.
    func listed(_ kind: CaptureDevice.Kind) throws(ServerFailure) -> [ServerDevice] {
        try all(kind).filter { !$0.isMonitor }
    }
}
