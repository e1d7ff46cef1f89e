import DoubletakeCapture
import DoubletakeMedia

/// The devices that a configuration means, opened.
struct DeviceChoice {
    let video: any VideoSource
    let audio: [(type: SampleBufferType, source: any AudioSource)]
    let warnings: [RecordingWarning]

    /// Finds and opens the devices.
    ///
    /// One that was named and isn't there is an error; sound that is only wanted by default is left out with a warning.
    init(
        _ configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        clock: any MediaClock
    ) throws(RecordingError) {
        let choice: Choice
        do throws(CaptureError) {
            choice = try Choice(configuration, backends: backends)
        } catch {
            throw .capture(error)
        }
        guard let monitor = choice.monitor else { throw .noMonitor }
        warnings = choice.missing.map { RecordingWarning(missing: $0) }
        do throws(CaptureError) {
            let settings = VideoSourceConfiguration(frameRate: configuration.frameRate)
            video = try monitor.backend.openVideo(monitor.device, settings, clock: clock)
            var audio: [(type: SampleBufferType, source: any AudioSource)] = []
            for (type, match) in choice.sounds {
                audio.append((type, try match.backend.openAudio(match.device, clock: clock)))
            }
            self.audio = audio
        } catch {
            throw .capture(error)
        }
    }

    /// What was found, before anything is opened.
    private struct Choice {
        let monitor: CaptureDevice.Match?
        var sounds: [(SampleBufferType, CaptureDevice.Match)] = []
        var missing: [CaptureDevice.Kind] = []

        init(_ configuration: RecordingConfiguration, backends: [any CaptureBackend]) throws(CaptureError) {
            monitor = try Self.find(configuration.monitor, .monitor, in: backends)
            let wanted: [(RecordingConfiguration.DeviceSelection, CaptureDevice.Kind, SampleBufferType)] = [
                (configuration.applicationAudio, .applicationAudio, .audioApp),
                (configuration.microphone, .microphone, .audioMic),
            ]
            for (selection, kind, type) in wanted {
                if let match = try Self.find(selection, kind, in: backends) {
                    sounds.append((type, match))
                } else if selection == .default {
                    missing.append(kind)
                }
            }
        }

        private static func find(
            _ selection: RecordingConfiguration.DeviceSelection,
            _ kind: CaptureDevice.Kind,
            in backends: [any CaptureBackend]
        ) throws(CaptureError) -> CaptureDevice.Match? {
            switch selection {
            case .none: nil
            case .default: try CaptureDevice.findDefault(kind, in: backends)
            case .named(let name): try CaptureDevice.find(name, kind, in: backends)
            }
        }
    }
}
