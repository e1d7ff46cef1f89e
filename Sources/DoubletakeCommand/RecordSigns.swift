import Doubletake
import DoubletakeCapture
import DoubletakeDesktop

/// What shows a person that it records, none of which is in the film: a frame around the picture, the terminal's title, and
/// the desktop's icon; and what keeps the screen awake meanwhile.
///
/// The session tells it what happens, and it belongs to the session.
struct RecordSigns {
    /// Keeps the terminal's title, and takes it back (XTWINOPS 22 and 23).
    private static let (keptTitle, oldTitle) = ("\u{1b}[22;2t", "\u{1b}[23;2t")

    private let context: CommandContext
    private let configuration: RecordingConfiguration
    /// What the terminal's title calls the film.
    private var name = ""
    private var picture: CaptureDevice?
    private var presence: (any RecorderPresence)?
    private var frame: ScreenFrame?
    private var occasion = ScreenFrame.Occasion.press
    private var isTitled = false
    /// Whether a film was to begin: what goes wrong from then on may be seen by nobody on the terminal.
    private(set) var wereShown = false

    /// Creates signs that aren't shown yet.
    init(_ configuration: RecordingConfiguration, context: CommandContext) {
        self.configuration = configuration
        self.context = context
    }

    /// The devices are open, and a film can begin.
    mutating func arm(_ armed: ArmedRecording, _ start: RecordingStart) {
        picture = armed.picture
        occasion = start == .key ? .press : .plan
        prepareFrame()
        if presence == nil { presence = context.openPresence() }
        presence?.show(.armed)
    }

    /// A film begins at this moment: what shows it comes before anything that takes time.
    ///
    /// - Parameter path: where it goes.
    mutating func begin(_ path: String) {
        name = path.split(separator: "/").last.map(String.init) ?? path
        wereShown = true
        prepareFrame()
        frame?.show()
        setTitle("\u{25cf} Recording \(name)")
        presence?.show(.recording)
    }

    /// Something has happened to the film.
    mutating func take(_ event: RecordingEvent) {
        switch event {
        case .paused:
            setTitle("Paused: \(name)")
            presence?.show(.paused)
        case .resumed:
            setTitle("\u{25cf} Recording \(name)")
            presence?.show(.recording)
        case .cancelled:
            rest()
            // The next press may come at once.
            prepareFrame()
        case .finished, .failed: rest()
        case .armed, .levels, .started, .status, .warning, .marker, .arranged, .sound, .split, .part: break
        }
    }

    private mutating func prepareFrame() {
        if frame == nil, let picture { frame = context.makeFrame(picture, configuration, occasion) }
    }

    /// Nothing is recorded any more.
    private mutating func rest() {
        frame?.remove()
        frame = nil
        if isTitled { context.printError(Self.oldTitle) }
        isTitled = false
        presence?.show(.armed)
    }

    /// The session is over.
    mutating func end() {
        rest()
        presence?.end()
        presence = nil
    }

    private mutating func setTitle(_ title: String) {
        guard case .terminal = context.errorReader, let kind = context.environment["TERM"] else { return }
        // These have no title, and would show what is meant to set it.
        if kind == "dumb" || kind.hasPrefix("linux") { return }
        if !isTitled { context.printError(Self.keptTitle) }
        isTitled = true
        // A file's name may have characters in it that end the title and begin something else.
        let text = title.unicodeScalars.filter { $0.properties.generalCategory != .control }
        context.printError("\u{1b}]2;\(String(String.UnicodeScalarView(text)))\u{7}")
    }
}
