import DoubletakeCapture

/// Which device of a sound server is recorded.
enum SoundTarget: Equatable {
    /// The one of that id, and never another one.
    case named(String, CaptureDevice.Kind)
    /// Whichever is the default one.
    case defaultDevice(CaptureDevice.Kind)

    /// Finds the device among those that the server has now.
    ///
    /// A default source that is a sink's monitor is no microphone: what the applications play would be heard twice.
    func find(in directory: ServerDirectory) throws(ServerFailure) -> ServerDevice? {
        switch self {
        case .named(let id, let kind): return try directory.all(kind).first { $0.name == id }
        case .defaultDevice(let kind):
            let defaults = try directory.defaults()
            let name = kind == .microphone ? defaults.source : defaults.sink
            return try directory.listed(kind).first { $0.name == name }
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
