package import DoubletakeMedia

/// What is asked of a source of pictures when it is opened.
package struct VideoSourceConfiguration: Sendable {
    /// The most pictures a second.
    ///
    /// A source that could deliver more keeps the newest of each interval.
    package let frameRate: FrameRate
    /// The part of the device that is wanted, in the device's own pixels; nil when all of it is.
    ///
    /// It may reach beyond the device: what lies outside is black.
    package let region: PixelRect?
    /// Whether the cursor comes with the pictures, as an overlay.
    package let cursor: CursorVisibility
    /// What of clicks and keys comes with the pictures, as overlays.
    package let shownInput: ShownInput
    /// Keys that are never shown, as `KeyDescription` writes them.
    package let unshownKeys: Set<String>
    /// The size in which a source that has no size of its own makes its pictures.
    package let preferredSize: PixelSize
    /// What becomes of the picture when a window gets another size.
    package let resizing: ResizeBehavior
    /// What becomes of the picture when a window is closed.
    package let closing: CloseBehavior
    /// How a camera is opened.
    package let camera: CameraSettings

    /// Creates a configuration.
    package init(
        frameRate: FrameRate,
        region: PixelRect? = nil,
        cursor: CursorVisibility = .shown,
        shownInput: ShownInput = [],
        unshownKeys: Set<String> = [],
        preferredSize: PixelSize = PixelSize(width: 1280, height: 720),
        resizing: ResizeBehavior = .fit,
        closing: CloseBehavior = .stop,
        camera: CameraSettings = CameraSettings()
    ) {
        self.frameRate = frameRate
        self.region = region
        self.cursor = cursor
        self.shownInput = shownInput
        self.unshownKeys = unshownKeys
        self.preferredSize = preferredSize
        self.resizing = resizing
        self.closing = closing
        self.camera = camera
    }
}

/// Whether the cursor is in the film.
public enum CursorVisibility: Hashable, Sendable {
    /// It is drawn where it was.
    case shown
    /// It is left out.
    case hidden
}

/// What of a person's hands is shown in the film, and never on the screen.
public struct ShownInput: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: Int

    /// Creates the set of those bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A halo around the pointer while a button is held, which widens and fades when it is let go.
    public static let clicks = ShownInput(rawValue: 1)
    /// What is typed, as a caption; nothing while a program has the keyboard to itself, as one does that asks for a
    /// password.
    public static let keys = ShownInput(rawValue: 2)
}

/// What becomes of the film's picture when the window that it shows gets another size.
public enum ResizeBehavior: String, CaseIterable, Sendable {
    /// The window is shown whole, as large as it fits into the picture.
    case fit
    /// The window is shown as large as it is, from its top left corner on; what has no room is cut off.
    case crop
}

/// What becomes of the film when the window that it shows is closed.
public enum CloseBehavior: String, CaseIterable, Sendable {
    /// The film ends.
    case stop
    /// The film goes on with the window's last picture.
    case hold
    /// As `hold`, until a window of the same class and title is opened: that one is shown then.
    case wait
}

/// Where a source of pictures delivers.
///
/// Both are called on the source's own thread and must not block.
package struct VideoSourceOutput: Sendable {
    /// Takes the next picture.
    package let deliver: @Sendable (VideoFrame) -> Void
    /// Takes what happened.
    package let report: @Sendable (CaptureEvent) -> Void

    /// Creates an output.
    package init(
        deliver: @escaping @Sendable (VideoFrame) -> Void,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        self.deliver = deliver
        self.report = report
    }
}

/// An open device that delivers pictures from a thread of its own.
///
/// The contract that every conformer keeps (and the conformance suite checks):
/// - Pictures are in `format` and `color` from the first to the last, and in `displaySize` until the device gets another
///   size; the first picture of another size has everything as its damage.
/// - The first picture comes without anything having to change, and its damage is everything.
/// - A picture's time is that of its change, on the clock the source was opened with; times never decrease.
/// - Sequence numbers count from 0 without a gap; damage is relative to the picture before. A picture that had to be
///   dropped inside the source has no number, is reported, and its damage is part of the next one's.
/// - A delivered picture never changes while anyone holds it.
/// - After `stop()` has returned nothing is delivered or reported, and the thread is gone.
package protocol VideoSource: AnyObject, Sendable {
    /// The device that it was opened from.
    var device: CaptureDevice { get }
    /// How the samples of its pictures lie.
    var format: PixelFormat { get }
    /// The size of its pictures at first.
    var displaySize: PixelSize { get }
    /// What the samples of its pictures mean.
    var color: ColorDescription { get }

    /// Begins to deliver. Once in a source's life.
    func start(_ output: VideoSourceOutput) throws(CaptureError)

    /// Ends delivering; comes back when the source's thread is gone. More than once is harmless.
    func stop()
}
