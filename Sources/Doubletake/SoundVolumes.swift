import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

/// How loud each source of a recording is, which may change at any time.
final class SoundVolumes: Sendable {
    private let volumes: ConditionLock<[SampleBufferSource: SoundVolume]>

    /// Creates the volumes that sources begin with.
    init(_ volumes: [SampleBufferSource: SoundVolume]) {
        self.volumes = ConditionLock(volumes)
    }

    /// How loud a source is.
    subscript(source: SampleBufferSource) -> SoundVolume {
        volumes.read { $0[source] ?? SoundVolume() }
    }

    /// Changes the volumes of sources.
    ///
    /// - Returns: what they are now.
    func change(_ change: ScreenRecorder.SoundChange, of sources: [SampleBufferSource]) -> [SoundVolume] {
        volumes.withLock { volumes in
            let isAnyMuted = sources.contains { volumes[$0]?.isMuted == true }
            return sources.map { source in
                var volume = volumes[source] ?? SoundVolume()
                switch change {
                case .muted: volume.isMuted = true
                case .unmuted: volume.isMuted = false
                case .toggled: volume.isMuted = !isAnyMuted
                case .gain(let decibels): volume.gain = decibels
                }
                volumes[source] = volume
                return volume
            }
        }
    }
}

extension [RecordedSound] {
    /// Those of a type that a name means: an id, a name, or the name of a track; all of them for nil.
    func meant(by name: String?, of type: SampleBufferType) throws(CaptureError) -> [RecordedSound] {
        let candidates = filter { $0.source.type == type }
        let meant = candidates.filter { name == nil || [$0.device.id, $0.device.name, $0.name].contains(name) }
        guard meant.isEmpty else { return meant }
        let kind: CaptureDevice.Kind = type == .audioMic ? .microphone : .applicationAudio
        guard let name else { throw .notRecorded(kind) }
        throw .noSuchDevice(name: name, kind: kind, available: candidates.map(\.device.choice))
    }
}

extension CaptureError {
    /// No source of that kind is recorded.
    static func notRecorded(_ kind: CaptureDevice.Kind) -> CaptureError {
        .unavailable(
            device: kind == .microphone ? "microphone" : "applications' sound",
            reason: "none is recorded",
            help: "Record it with \(kind == .microphone ? "--mic" : "--app-audio")."
        )
    }
}
