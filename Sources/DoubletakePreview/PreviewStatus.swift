package import DoubletakeMedia

/// What the strip below the preview's picture tells.
package struct PreviewStatus: Hashable, Sendable {
    /// What the recorder is doing.
    package enum Phase: Hashable, Sendable {
        /// It waits for a start.
        case ready
        /// It records.
        case recording
        /// It is paused.
        case paused
        /// It finishes the film, or has finished it.
        case done
    }

    /// How much what is to be read matters.
    package enum Weight: Hashable, Sendable {
        /// It is as it should be.
        case ordinary
        /// Something isn't.
        case warning
    }

    /// A camera's place in the picture.
    package struct Camera: Hashable, Sendable {
        /// The camera that is there, by its id.
        package var device: String
        /// Whether it is shown.
        package var isShown: Bool

        /// Creates a place.
        package init(device: String, isShown: Bool = true) {
            (self.device, self.isShown) = (device, isShown)
        }
    }

    /// A camera that can be chosen.
    package struct Device: Hashable, Sendable {
        /// What it is called by in options.
        package let id: String
        /// What people call it.
        package let name: String

        /// Creates a choice.
        package init(id: String, name: String) {
            (self.id, self.name) = (id, name)
        }
    }

    /// A source of sound.
    package struct Sound: Hashable, Sendable {
        /// What kind of sound it is.
        package enum Kind: Hashable, Sendable {
            /// What the applications play.
            case applications
            /// A microphone.
            case microphone

            /// The kind in words.
            var words: String {
                switch self {
                case .applications: "the applications"
                case .microphone: "the microphone"
                }
            }
        }

        /// What kind of sound it is.
        package let kind: Kind
        /// How much louder it is made, in decibels.
        package let gain: Double
        /// Whether nothing of it is in the film.
        package let isMuted: Bool
        /// How loud it is of late.
        package let level: AudioLevel

        /// Creates a description of a source.
        package init(kind: Kind, gain: Double = 0, isMuted: Bool = false, level: AudioLevel = .silence) {
            (self.kind, self.gain, self.isMuted, self.level) = (kind, gain, isMuted, level)
        }
    }

    /// A lamp beside a camera.
    package enum Torch: Hashable, Sendable {
        /// There is none.
        case absent
        /// It is dark.
        case off
        /// It shines.
        case on
    }

    /// What the recorder is doing.
    package var phase = Phase.ready
    /// How long the film is.
    package var elapsed = Duration.zero
    /// What is to be read: the state in words, or where the film was saved.
    package var text = "Ready"
    /// How much that matters.
    package var weight = Weight.ordinary
    /// For how many statuses it has been there.
    package var age = 0
    /// Whether there is a film that can be shown.
    package var hasFilm = false
    /// The layout's name.
    package var layout = ""
    /// The layouts that there are.
    package var layouts: [String] = []
    /// The cameras' places, in their own order.
    package var cameras: [Camera] = []
    /// The cameras that can be chosen.
    package var devices: [Device] = []
    /// Which cameras have left and right exchanged.
    package var mirroring = PreviewMirroring.none
    /// What the cameras' pictures are called that can be chosen.
    package var formats: [String] = []
    /// What was chosen of those.
    package var format = ""
    /// The lamp.
    package var torch = Torch.absent
    /// The sources of sound, in the order of the tracks.
    package var sounds: [Sound] = []
    /// The small picture that can be moved, in the picture's own pixels; nil where there is none.
    package var movable: PixelRect?
    /// The size in pixels of what `movable` lies in.
    package var canvasSize = PixelSize(width: 1, height: 1)

    /// Creates a status: nothing is recorded yet.
    package init() {}

    /// The film's length as people read it: `01:05`, and `1:00:00` from one hour on.
    package var timer: String {
        let seconds = Int(elapsed.components.seconds)
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(two(minutes)):\(two(rest))"
    }

    /// The sound that is muted and made louder: a microphone's, or else the applications'.
    package var controlledSound: Sound? {
        sounds.first { $0.kind == .microphone } ?? sounds.first
    }

    /// The same without how loud the sounds are.
    var withoutLevels: PreviewStatus {
        var status = self
        status.sounds = sounds.map { Sound(kind: $0.kind, gain: $0.gain, isMuted: $0.isMuted) }
        return status
    }

    /// Whether a film is recorded, paused or not.
    package var isFilming: Bool {
        phase == .recording || phase == .paused
    }
}

/// Which cameras have left and right exchanged.
package enum PreviewMirroring: String, CaseIterable, Hashable, Sendable {
    /// None: what is written can be read.
    case none
    /// The one that looks at the person, as in a mirror.
    case front
    /// All.
    case all

    /// What a menu calls it.
    var words: String {
        switch self {
        case .none: "No camera"
        case .front: "Front camera"
        case .all: "All cameras"
        }
    }
}
