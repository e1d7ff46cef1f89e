/// How a picture fills the part of the canvas that a layout gives it, when the two have different shapes.
public enum PictureGravity: String, CaseIterable, Sendable {
    /// All of the picture is shown, in the middle; what is left of its part is black.
    case fit
    /// The picture fills its part; what reaches beyond is cut off on both sides alike.
    case fill
    /// The picture fills its part, distorted.
    case stretch
}
