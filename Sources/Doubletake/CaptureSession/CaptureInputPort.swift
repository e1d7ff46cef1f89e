public import DoubletakeMedia

/// One of the streams of an input, which a connection leads to an output.
///
/// A microphone has three, as AVFoundation's: `front`, `back` and `unspecified`. They are there to be connected to an
/// output each; a microphone of a PC has no direction, so all of them carry all of its sound.
public struct CaptureInputPort: Hashable, Sendable {
    /// The input whose stream it is.
    public let input: CaptureDeviceInput
    private let soundPosition: CapturePosition

    init(input: CaptureDeviceInput, soundPosition: CapturePosition) {
        self.input = input
        self.soundPosition = soundPosition
    }

    /// Pictures or sound.
    public var mediaType: MediaType {
        input.mediaType
    }

    /// Where it comes from: a camera's own place, or the direction that a microphone's port stands for.
    public var position: CapturePosition {
        mediaType == .video ? input.position : soundPosition
    }

    /// Whether both are the same stream.
    public static func == (left: CaptureInputPort, right: CaptureInputPort) -> Bool {
        left.input === right.input && left.soundPosition == right.soundPosition
    }

    /// Takes in what makes it the same stream.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(input))
        hasher.combine(soundPosition)
    }
}
