/// By how much a picture is turned to the right before it is shown.
public enum PictureRotation: Int, CaseIterable, Sendable {
    /// Not at all.
    case none = 0
    /// A quarter turn: what was at the left is at the top.
    case right = 90
    /// Upside down.
    case half = 180
    /// Three quarters: what was at the right is at the top.
    case left = 270

    /// The size of a turned picture.
    public func size(of size: PixelSize) -> PixelSize {
        switch self {
        case .none, .half: size
        case .right, .left: PixelSize(width: size.height, height: size.width)
        }
    }
}
