public import DoubletakeCapture

/// Where a port's pictures or sound come from, as seen from the person.
public enum CapturePosition: Int, CaseIterable, Sendable {
    /// Nowhere in particular: a camera or a microphone at the end of a cable.
    case unspecified = 0
    /// Away from the person.
    case back = 1
    /// The person's side.
    case front = 2

    /// The position of a camera.
    public init(_ position: CameraDescription.Position) {
        self =
            switch position {
            case .front: .front
            case .back: .back
            case .external: .unspecified
            }
    }
}
