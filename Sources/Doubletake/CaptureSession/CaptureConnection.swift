import DoubletakeComposition
public import DoubletakeMedia

/// The way from a port to an output, and what is done with the pictures on it.
///
/// What is set here is of this connection alone: a preview's output may be mirrored while another output of the same
/// camera isn't. It takes effect with the next picture, or, while the session is being configured, when that is committed.
/// Any thread may set it.
public final class CaptureConnection: Sendable {
    /// What can be set.
    struct Settings: Hashable, Sendable {
        var isEnabled = true
        var rotation = PictureRotation.none
        var isMirrored = false
        var mirrorsByItself = false
        var crop: PixelRect?
    }

    private struct State {
        var applied = Settings()
        var wanted = Settings()
        /// Whether a session that is being configured holds changes back.
        var isHeld = false
        /// Whether it belongs to what runs.
        var isLive = false
        /// Tells the session that the connection was switched on or off.
        var onSwitch: (@Sendable () -> Void)?
    }

    /// Where it begins.
    public let inputPort: CaptureInputPort
    /// Where it leads to.
    public let output: any CaptureDataOutput
    private let state = ConditionLock(State())

    /// Makes a connection, which a session takes by `addConnection`.
    public init(inputPort: CaptureInputPort, output: any CaptureDataOutput) {
        self.inputPort = inputPort
        self.output = output
    }

    /// Whether anything passes; a camera or microphone of which no connection is enabled is closed.
    public var isEnabled: Bool {
        get { state.read { $0.wanted.isEnabled } }
        set {
            let tell = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.wanted.isEnabled != newValue else { return nil }
                state.wanted.isEnabled = newValue
                guard !state.isHeld else { return nil }
                state.applied = state.wanted
                return state.onSwitch
            }
            tell?()
        }
    }

    /// By how much the pictures are turned to the right, after they were cropped.
    public var videoRotation: PictureRotation {
        get { state.read { $0.wanted.rotation } }
        set { change { $0.rotation = newValue } }
    }

    /// Whether left and right are exchanged, after the turn.
    ///
    /// Setting it ends `automaticallyAdjustsVideoMirroring`.
    public var isVideoMirrored: Bool {
        get { state.read { isMirrored($0.wanted) } }
        set {
            change { settings in
                settings.isMirrored = newValue
                settings.mirrorsByItself = false
            }
        }
    }

    /// Whether a front camera's pictures are mirrored and all others aren't, as suits a preview; off at first.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.read { $0.wanted.mirrorsByItself } }
        set { change { $0.mirrorsByItself = newValue } }
    }

    /// The part of the camera's picture that is delivered, in its own pixels; nil for all of it.
    ///
    /// Edges are moved outwards to even ones. What lies outside of the picture is left out; where nothing is left, all of
    /// the picture is delivered.
    public var videoCrop: PixelRect? {
        get { state.read { $0.wanted.crop } }
        set { change { $0.crop = newValue } }
    }

    /// What is done with the pictures now.
    var style: TileStyle {
        let settings = state.read { $0.applied }
        return TileStyle(
            mirroring: isMirrored(settings) ? .horizontal : .none,
            rotation: settings.rotation,
            crop: settings.crop
        )
    }

    /// Whether anything passes now.
    var passes: Bool {
        state.read { $0.isLive && $0.applied.isEnabled }
    }

    /// Has changes wait until `commit()`, or has them take effect at once.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Has what was set take effect.
    func commit() {
        state.withLock { state in
            state.isHeld = false
            state.applied = state.wanted
        }
    }

    /// Takes back what was set since `hold()`.
    func rollBack() {
        state.withLock { state in
            state.isHeld = false
            state.wanted = state.applied
        }
    }

    /// Says whether it belongs to what runs.
    func setLive(_ isLive: Bool) {
        state.withLock { $0.isLive = isLive }
    }

    /// Says whom to tell that it was switched on or off; nil when it left its session.
    func onSwitch(_ tell: (@Sendable () -> Void)?) {
        state.withLock { $0.onSwitch = tell }
    }

    /// A connection to the same output from another port, with the same settings.
    func moved(to port: CaptureInputPort) -> CaptureConnection {
        let moved = CaptureConnection(inputPort: port, output: output)
        let settings = state.read { $0.wanted }
        moved.state.withLock { state in
            state.wanted = settings
            state.applied = settings
        }
        return moved
    }

    private func change(_ body: (inout Settings) -> Void) {
        state.withLock { state in
            body(&state.wanted)
            if !state.isHeld { state.applied = state.wanted }
        }
    }

    private func isMirrored(_ settings: Settings) -> Bool {
        settings.mirrorsByItself ? inputPort.position == .front : settings.isMirrored
    }
}
