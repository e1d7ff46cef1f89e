/// What is not as it should be with a camera that delivers.
public enum CameraImpairment: Hashable, Sendable {
    /// It delivers fewer pictures than it said; `control` is what would keep it from that, where it has such a control.
    case slow(framesPerSecond: Int, nominal: Int, control: String?)
    /// Pictures of it were damaged, and left out.
    case damaged(count: Int)
    /// The USB bus has no room for what was wanted; it delivers what is chosen.
    case reduced(wanted: CameraFormat, chosen: CameraFormat)
}
