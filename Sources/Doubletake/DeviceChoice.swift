import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

/// The devices that a configuration means, opened.
struct DeviceChoice {
    let video: any VideoSource
    /// The picture's source, where it is made of several.
    let scene: SceneSource?
    private(set) var audio: [(source: SampleBufferSource, input: any AudioSource)] = []
    private(set) var warnings: [RecordingWarning] = []

    /// Finds and opens the devices.
    ///
    /// One that was named and can't be opened is an error; sound that is only wanted by default is left out with a
    /// warning. (A source that was opened and never started has nothing that would have to be stopped.)
    init(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        clock: any MediaClock
    ) throws(RecordingError) {
        if configuration.cameras.isEmpty {
            scene = nil
            video = try Self.openPicture(configuration, backends, clock)
        } else {
            let opened = try Self.openScene(configuration, backends, clock)
            scene = opened
            video = opened
        }
        for selection in configuration.applicationSources {
            try openSound(selection, .applicationAudio, as: .audioApp, backends, clock)
        }
        for selection in configuration.microphones {
            try openSound(selection, .microphone, as: .audioMic, backends, clock)
        }
    }

    private static func openPicture(
        _ configuration: RecordingConfiguration,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(RecordingError) -> any VideoSource {
        var region: PixelRect?
        if case .region(let part, _) = configuration.picture { region = part }
        let settings = VideoSourceConfiguration(
            frameRate: configuration.frameRate,
            region: region,
            cursor: configuration.cursor,
            resizing: configuration.resizing,
            closing: configuration.closing
        )
        let match: CaptureDevice.Match?
        do throws(CaptureError) {
            match = try find(configuration.picture, in: backends)
            if let match { return try match.backend.openVideo(match.device, settings, clock: clock) }
        } catch {
            throw .capture(error)
        }
        if configuration.picture == .cameras {
            throw .capture(.noSuchDevice(name: "cameras", kind: .camera, available: []))
        }
        throw .noMonitor
    }

    private static func openScene(
        _ configuration: RecordingConfiguration,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(RecordingError) -> SceneSource {
        var members: [SceneSource.Member] = []
        if configuration.picture != .cameras {
            let source = try openPicture(configuration, backends, clock)
            // Nothing of it is cut off unless that is wanted.
            let gravity = configuration.gravity ?? .fit
            members = [SceneSource.Member(source: source, selection: "", style: TileStyle(), gravity: gravity)]
        }
        do throws(CaptureError) {
            members += try Self.members(configuration, backends: backends, clock: clock)
        } catch {
            throw .capture(error)
        }
        return SceneSource(members, configuration, clock: clock)
    }

    /// The cameras that a configuration names, opened; there is at least one.
    static func members(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        clock: any MediaClock
    ) throws(CaptureError) -> [SceneSource.Member] {
        if configuration.cameras.isEmpty { throw .noSuchDevice(name: "cameras", kind: .camera, available: []) }
        let matches = try configuration.cameras.map { camera throws(CaptureError) in
            try CaptureDevice.find(camera.device, .camera, in: backends)
        }
        let sources = try open(matches, configuration, clock)
        return zip(zip(configuration.cameras, matches), sources).map { chosen, source in
            let (camera, match) = chosen
            var style = camera.style
            switch configuration.cameraLabels {
            case .named: break
            case .all: style.label = style.label ?? match.device.name
            case .none: style.label = nil
            }
            return SceneSource.Member(
                source: source,
                selection: camera.device,
                style: style,
                gravity: configuration.gravity
            )
        }
    }

    /// Opens the cameras that were found for the configuration's, in their order.
    private static func open(
        _ matches: [CaptureDevice.Match],
        _ configuration: RecordingConfiguration,
        _ clock: any MediaClock
    ) throws(CaptureError) -> [any VideoSource] {
        let wanted = zip(matches, configuration.cameras).map { match, camera in
            var settings = configuration.cameraSettings
            settings.format = camera.format ?? settings.format
            let source = VideoSourceConfiguration(frameRate: configuration.frameRate, camera: settings)
            return (device: match.device, configuration: source)
        }
        var sources: [Int: any VideoSource] = [:]
        // The kernel's cameras may share a bus, and are opened so that all of them have room.
        let sharing = matches.indices.filter { matches[$0].backend is any CameraBackend }
        if let first = sharing.first, let backend = matches[first].backend as? any CameraBackend {
            let opened = try backend.openCameras(sharing.map { wanted[$0] }, clock: clock)
            for (index, source) in zip(sharing, opened) { sources[index] = source }
        }
        var all: [any VideoSource] = []
        for (index, match) in matches.enumerated() {
            if let source = sources[index] {
                all.append(source)
            } else {
                let (device, configuration) = wanted[index]
                all.append(try match.backend.openVideo(device, configuration, clock: clock))
            }
        }
        return all
    }

    private static func find(
        _ picture: PictureSelection,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> CaptureDevice.Match? {
        switch picture {
        case .monitorWithPointer: try CaptureDevice.findDefault(.monitor, in: backends)
        case .monitor(let name), .region(_, let name?): try CaptureDevice.find(name, .monitor, in: backends)
        case .window(let name): try CaptureDevice.find(name, .window, in: backends)
        case .screen, .region(_, nil): try CaptureDevice.findDefault(.screen, in: backends)
        case .cameras: nil
        }
    }

    private mutating func openSound(
        _ selection: RecordingConfiguration.DeviceSelection,
        _ kind: CaptureDevice.Kind,
        as type: SampleBufferType,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(RecordingError) {
        do throws(CaptureError) {
            switch selection {
            case .none: break
            case .named(let name):
                let match = try CaptureDevice.find(name, kind, in: backends)
                append(try match.backend.openAudio(match.device, clock: clock), type)
            case .default:
                if let source = try Self.openDefault(kind, backends, clock) {
                    append(source, type)
                } else {
                    warnings.append(RecordingWarning(missing: kind, because: nil))
                }
            }
        } catch {
            guard selection == .default else { throw .capture(error) }
            warnings.append(RecordingWarning(missing: kind, because: error))
        }
    }

    private mutating func append(_ input: any AudioSource, _ type: SampleBufferType) {
        audio.append((SampleBufferSource(type, number: audio.count { $0.source.type == type }), input))
    }

    private static func openDefault(
        _ kind: CaptureDevice.Kind,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(CaptureError) -> (any AudioSource)? {
        for backend in backends {
            if let source = try backend.openDefaultAudio(kind, clock: clock) { return source }
        }
        return nil
    }
}
