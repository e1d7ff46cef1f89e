package import DoubletakeCapture
package import DoubletakeMedia

/// A source of sound as those know it who take what it delivers.
package struct RecordedSound: Hashable, Sendable {
    /// Which one it is.
    package let source: SampleBufferSource
    /// The device.
    package let device: CaptureDevice
    /// Rate and channels of its sound.
    package let format: AudioFormat
    /// What its track is called.
    package let name: String

    /// What tracks are called whose sounds come from those devices: with several of a kind, each says its device.
    static func names(of devices: [(source: SampleBufferSource, device: CaptureDevice)]) -> [String] {
        devices.map { source, device in
            let kind = source.type == .audioMic ? "Microphone" : "Applications"
            let isAlone = devices.count { $0.source.type == source.type } == 1
            return isAlone ? kind : "\(kind): \(device.name)"
        }
    }
}
