import DoubletakeCapture
import DoubletakeComposition
import DoubletakeControl
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
        if configuration.cameras.isEmpty, configuration.sources.isEmpty {
            scene = nil
            video = try Self.open(configuration.picture, configuration, backends, clock)
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

    private static func open(
        _ picture: PictureSelection,
        _ configuration: RecordingConfiguration,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(RecordingError) -> any VideoSource {
        var region: PixelRect?
        if case .region(let part, _) = picture { region = part }
        let settings = VideoSourceConfiguration(
            frameRate: configuration.frameRate,
            region: region,
            cursor: configuration.cursor,
            shownInput: configuration.shownInput,
            unshownKeys: Set(configuration.unshownKeys.map(\.description)),
            resizing: configuration.resizing,
            closing: configuration.closing
        )
        let match: CaptureDevice.Match?
        do throws(CaptureError) {
            match = try find(picture, in: backends)
            if let match { return try match.backend.openVideo(match.device, settings, clock: clock) }
        } catch {
            throw .capture(error)
        }
        if picture == .cameras {
            throw .capture(.noSuchDevice(name: "cameras", kind: .camera, available: []))
        }
        throw .noMonitor
    }

    private static func openScene(
        _ configuration: RecordingConfiguration,
        _ backends: [any CaptureBackend],
        _ clock: any MediaClock
    ) throws(RecordingError) -> SceneSource {
        var sources = configuration.sources
        if sources.isEmpty, configuration.picture != .cameras { sources = [.picture(configuration.picture)] }
        sources += configuration.cameras.map { .camera($0) }
        var cameras: [SceneSource.Member]
        do throws(CaptureError) {
            let wanted = sources.compactMap { if case .camera(let camera) = $0 { camera } else { nil } }
            cameras = try SceneCameras(configuration, backends: backends, clock: clock).open(wanted)
        } catch {
            throw .capture(error)
        }
        let members = try sources.map { source throws(RecordingError) in
            guard case .picture(let picture, var style) = source else { return cameras.removeFirst() }
            let opened = try open(picture, configuration, backends, clock)
            // What is shown as all there is needs no name.
            if !configuration.sources.isEmpty { style.label = configuration.label(style, of: opened.device) }
            // Nothing of it is cut off unless that is wanted.
            let gravity = configuration.gravity ?? .fit
            return SceneSource.Member(source: opened, selection: "", style: style, gravity: gravity)
        }
        return SceneSource(members, configuration, clock: clock)
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

extension RecordingConfiguration {
    /// How a camera is opened whose pictures are to be like that.
    func cameraSourceSettings(_ format: CameraFormatRequest) -> VideoSourceConfiguration {
        var camera = cameraSettings
        camera.format = format
        return VideoSourceConfiguration(frameRate: frameRate, preferredSize: format.size, camera: camera)
    }

    /// What is written over a device's picture; nil for nothing.
    func label(_ style: TileStyle, of device: CaptureDevice) -> String? {
        switch cameraLabels {
        case .named: style.label
        case .all: style.label ?? device.name
        case .none: nil
        }
    }
}
