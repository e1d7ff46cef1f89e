public import DoubletakeMedia

/// Something that is wrong with a film: what `verify` reports.
public enum MediaFault: Hashable, Sendable {
    /// Nobody can play it.
    case unreadable(reason: String)
    /// The boxes of an MP4 or QuickTime file are cut off or contradict each other.
    case damagedBoxes(reason: String, help: String)
    /// It is in fragments: its recorder didn't come to its end.
    case unfinished
    /// It has neither pictures nor sound.
    case noTracks
    /// A track has nothing in it.
    case emptyTrack(Int)
    /// Something can't be decoded.
    case undecodable(reason: String)
    /// Pictures or packets of a track have times that don't increase; `first` is where, `count` how often.
    case timesDontIncrease(Int, first: Duration, count: Int)
    /// Tracks end at different times.
    case lengthsDiffer(shortest: Int, Duration, longest: Int, Duration)
    /// A track has another number of pictures than packets.
    case pictureCountDiffers(Int, packetCount: Int, pictureCount: Int)
    /// A track of pictures is black at first; nil means to its end.
    case blackBeginning(Int, until: Duration?)
    /// A track of sound is silent at first; nil means to its end.
    case silentBeginning(Int, until: Duration?)
    /// The container says another size than the pictures have.
    case sizeDiffers(Int, stated: PixelSize, actual: PixelSize)
    /// The container says that the pictures' numbers mean other colours than they say themselves.
    case colorDiffers(Int, stated: ColorDescription, actual: ColorDescription)
    /// The container says another rate or number of channels than the sound has.
    case soundDiffers(Int, stated: AudioFormat, actual: AudioFormat)

    /// A word for programs.
    public var code: String {
        switch self {
        case .unreadable: "unreadable"
        case .damagedBoxes: "damaged_boxes"
        case .unfinished: "unfinished"
        case .noTracks: "no_tracks"
        case .emptyTrack: "empty_track"
        case .undecodable: "undecodable"
        case .timesDontIncrease: "times_dont_increase"
        case .lengthsDiffer: "lengths_differ"
        case .pictureCountDiffers: "frame_count_differs"
        case .blackBeginning: "black_beginning"
        case .silentBeginning: "silent_beginning"
        case .sizeDiffers: "size_differs"
        case .colorDiffers: "color_differs"
        case .soundDiffers: "sound_differs"
        }
    }

    /// The track that it concerns, from 0; nil when it concerns the film.
    public var track: Int? {
        switch self {
        case .unreadable, .damagedBoxes, .unfinished, .noTracks, .undecodable, .lengthsDiffer: nil
        case .emptyTrack(let track), .timesDontIncrease(let track, _, _), .pictureCountDiffers(let track, _, _),
            .blackBeginning(let track, _), .silentBeginning(let track, _), .sizeDiffers(let track, _, _),
            .colorDiffers(let track, _, _), .soundDiffers(let track, _, _):
            track
        }
    }

    /// One sentence that says what to do; it starts with a verb.
    public var help: String {
        switch self {
        case .unreadable: "Check that it is a film; if its recording was interrupted, try to repair it."
        case .damagedBoxes(_, let help): help
        case .unfinished: "Repair it: it plays as it is, but not everywhere."
        case .noTracks, .emptyTrack: "Record again, and check what is to be recorded."
        case .undecodable: "Keep the file, and look at what is before the damage."
        case .timesDontIncrease, .pictureCountDiffers: "Play it before you rely on it: pictures may be missing."
        case .lengthsDiffer: "Play its end: one track stops before the others."
        case .blackBeginning: "Play its beginning: what was to be filmed may not have been there yet."
        case .silentBeginning: "Play its beginning: the sound may not have been there, or was turned off."
        case .sizeDiffers, .colorDiffers, .soundDiffers: "Play it before you rely on it: players may believe either."
        }
    }
}

extension MediaFault: CustomStringConvertible {
    /// What is wrong, for a person; tracks are counted from 1.
    public var description: String {
        switch self {
        case .unreadable(let reason): "it can't be read: \(reason)"
        case .damagedBoxes(let reason, _): reason
        case .unfinished: "it is unfinished: its recording was interrupted, or goes on"
        case .noTracks: "it has neither pictures nor sound"
        case .emptyTrack(let track): "\(Self.name(track)) is empty"
        case .undecodable(let reason): "it can't be decoded: \(reason)"
        case .timesDontIncrease(let track, let first, let count):
            "\(Self.name(track)) has times that don't increase, the first at \(Self.text(first)): \(count)"
        case .lengthsDiffer(let shortest, let early, let longest, let late):
            "\(Self.name(shortest)) ends at \(Self.text(early)), \(Self.name(longest)) at \(Self.text(late))"
        case .pictureCountDiffers(let track, let packetCount, let pictureCount):
            "\(Self.name(track)) has \(packetCount) packets, but \(pictureCount) pictures"
        case .blackBeginning(let track, let end?): "\(Self.name(track)) is black until \(Self.text(end))"
        case .blackBeginning(let track, nil): "\(Self.name(track)) is black to its end"
        case .silentBeginning(let track, let end?): "\(Self.name(track)) is silent until \(Self.text(end))"
        case .silentBeginning(let track, nil): "\(Self.name(track)) is silent to its end"
        case .sizeDiffers(let track, let stated, let actual):
            "\(Self.name(track)) is said to be \(stated), but is \(actual)"
        case .colorDiffers(let track, let stated, let actual):
            "\(Self.name(track)) is said to have the colours \(Self.text(stated)), but has \(Self.text(actual))"
        case .soundDiffers(let track, let stated, let actual):
            "\(Self.name(track)) is said to have \(Self.text(stated)), but has \(Self.text(actual))"
        }
    }

    private static func name(_ track: Int) -> String { "track \(track + 1)" }

    private static func text(_ time: Duration) -> String {
        "\((time.inSeconds * 1000).rounded() / 1000) s"
    }

    private static func text(_ color: ColorDescription) -> String {
        "\(color.primaries)/\(color.transfer)/\(color.matrix) \(color.range)"
    }

    private static func text(_ format: AudioFormat) -> String {
        "\(format.channelCount) channels at \(format.sampleRate) Hz"
    }
}
