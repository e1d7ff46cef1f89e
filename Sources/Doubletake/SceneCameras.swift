import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

/// Opens the cameras of a scene.
struct SceneCameras {
    /// Whether another camera can be put into one's place.
    enum Exchange {
        case possible
        case impossible
    }

    private let configuration: RecordingConfiguration
    private let backends: [any CaptureBackend]
    private let clock: any MediaClock

    init(_ configuration: RecordingConfiguration, backends: [any CaptureBackend], clock: any MediaClock) {
        self.configuration = configuration
        self.backends = backends
        self.clock = clock
    }

    /// Opens all cameras that the configuration names; there is at least one.
    func openAll(exchange: Exchange) throws(CaptureError) -> [SceneSource.Member] {
        if configuration.cameras.isEmpty { throw .noSuchDevice(name: "cameras", kind: .camera, available: []) }
        return try open(configuration.cameras, exchange: exchange)
    }

    /// Opens cameras together, in their order: those of the kernel may share a bus, and all of them need room on it.
    func open(
        _ cameras: [CameraSelection],
        exchange: Exchange = .impossible
    ) throws(CaptureError) -> [SceneSource.Member] {
        let matches = try cameras.map { camera throws(CaptureError) in
            try CaptureDevice.find(camera.device, .camera, in: backends)
        }
        let wanted = zip(matches, cameras).map { match, camera in
            let format = camera.format ?? configuration.cameraSettings.format
            return (device: match.device, configuration: configuration.cameraSourceSettings(format))
        }
        var sources: [Int: any VideoSource] = [:]
        let sharing = matches.indices.filter { matches[$0].backend is any CameraBackend }
        if let first = sharing.first, let backend = matches[first].backend as? any CameraBackend {
            let opened = try backend.openCameras(sharing.map { wanted[$0] }, clock: clock)
            for (index, source) in zip(sharing, opened) { sources[index] = source }
        }
        var members: [SceneSource.Member] = []
        for (index, (camera, match)) in zip(cameras, matches).enumerated() {
            let (device, settings) = wanted[index]
            let opener: ExchangeableSource.Opener = { [clock] () throws(CaptureError) in
                try match.backend.openVideo(device, settings, clock: clock)
            }
            let source = if let opened = sources[index] { opened } else { try opener() }
            var style = camera.style
            style.label = configuration.label(style, of: device)
            let member = SceneSource.Member(
                source: exchange == .possible ? ExchangeableSource(source, openedBy: opener) : source,
                selection: camera.device,
                style: style,
                gravity: configuration.gravity
            )
            members.append(member)
        }
        return members
    }
}
