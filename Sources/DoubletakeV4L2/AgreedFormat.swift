import DoubletakeCapture
import DoubletakePixels

/// What a camera and we have agreed on.
struct AgreedFormat: Equatable {
    let format: CameraFormat
    let color: CameraColor
    let bytesPerRow: Int
    /// The bytes of a picture: of a JPEG at most.
    let byteCount: Int

    /// Whether a buffer can be a picture of this format, by its length: any can that is a JPEG, or damaged anyway.
    func isPossible(_ filled: FilledBuffer) -> Bool {
        format.codec == .mjpeg || filled.isFlawed || filled.byteCount == byteCount
    }
}
