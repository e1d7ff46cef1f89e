public import DoubletakeMedia
import Glibc

/// What is set before writing starts: later it is a mistake in the program, and traps.
extension AssetWriter {
    /// What may be set until writing starts.
    struct Settings: Sendable {
        var fragmentInterval: Duration?
        var metadata = MovieMetadata()
        var shouldOptimizeForNetworkUse = false
        var directoryForTemporaryFiles: String?
        var segmentInterval = Duration.seconds(6)
        var timeScale: TimeBase?
        var overallDurationHint: Duration?
        weak var delegate: (any AssetWriterDelegate)?
    }

    /// How often a fragment is cut, and so how much a kill may cost; nil, as it is at first, for
    /// `defaultFragmentInterval`.
    ///
    /// The finished file has no fragments in any case. It is set before writing starts, as all that can be set here.
    public var movieFragmentInterval: Duration? {
        get { settings.value.fragmentInterval }
        set {
            precondition(newValue.map { $0 > .zero } ?? true, "an interval between fragments is positive")
            settings.change { $0.fragmentInterval = newValue }
        }
    }

    /// The unit of the film's own times, which are its length and its edits; nil, as it is at first, for 90,000 ticks a
    /// second.
    ///
    /// Coarser, and a track that begins late is heard or seen early; `startWriting` fails for more ticks than a file can
    /// say. Matroska and WebM have a unit of their own.
    public var movieTimeScale: TimeBase? {
        get { settings.value.timeScale }
        set { settings.change { $0.timeScale = newValue } }
    }

    /// How long the film will be, as far as is known; nil, as it is at first, when it isn't.
    ///
    /// Room for the index of such a film is then kept on the disk from the first fragment on, where it else grows with the
    /// film. A film that becomes longer or shorter is as good.
    public var overallDurationHint: Duration? {
        get { settings.value.overallDurationHint }
        set {
            precondition(newValue.map { $0 >= .zero } ?? true, "a film isn't shorter than nothing")
            settings.change { $0.overallDurationHint = newValue }
        }
    }

    /// Who takes the segments of a writer that hands them out; it isn't kept alive.
    public var delegate: (any AssetWriterDelegate)? {
        get { settings.value.delegate }
        set { settings.change { $0.delegate = newValue } }
    }

    /// How long a segment is at least, by the film's own time: the next one begins with the next keyframe.
    ///
    /// At first it is 6 s, as is usual for live streams: shorter, and there are more requests; longer, and viewers are
    /// further behind.
    public var preferredOutputSegmentInterval: Duration {
        get { settings.value.segmentInterval }
        set {
            precondition(newValue > .zero, "a segment lasts some time")
            settings.change { $0.segmentInterval = newValue }
        }
    }

    /// Whether the index comes first in the finished file, so that players on a network begin with its first bytes.
    ///
    /// The file is then written a second time at its end, beside the first one, which takes as long as copying it and as
    /// much space; when that fails the file is complete all the same, and `networkOptimizationError` says why.
    public var shouldOptimizeForNetworkUse: Bool {
        get { settings.value.shouldOptimizeForNetworkUse }
        set { settings.change { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// Where the second file of `shouldOptimizeForNetworkUse` is made, on the same file system; nil, as it is at first, for
    /// beside the file.
    public var directoryForTemporaryFiles: String? {
        get { settings.value.directoryForTemporaryFiles }
        set { settings.change { $0.directoryForTemporaryFiles = newValue } }
    }

    /// What the file says of itself.
    public var metadata: MovieMetadata {
        get { settings.value.metadata }
        set { settings.change { $0.metadata = newValue } }
    }

    /// Whether an input with these settings could be added.
    public func canApply(_ settings: VideoEncoderSettings) -> Bool {
        settings.reasonAgainst(container) == nil
    }

    /// Whether an input with these settings could be added.
    public func canApply(_ settings: AudioEncoderSettings) -> Bool {
        settings.reasonAgainst(container) == nil
    }

    /// Says why times can't be counted as was set, also after an input was added.
    func checkTimeScales(of inputs: [AssetWriterInput]) throws(WriterError) {
        let reasons =
            [(path, settings.value.timeScale?.reasonAgainstTimeScale())]
            + inputs.map { ($0.subject, $0.reasonAgainst(container)) }
        for case (let subject, let reason?) in reasons {
            throw .unsupported(subject: subject, reason: reason, help: "Choose another time scale, or leave it out.")
        }
    }

    /// The metadata with a date, and the unit of the film's times.
    var datedMetadata: MovieMetadata {
        var metadata = settings.value.metadata
        metadata.timeScale = settings.value.timeScale
        if metadata.creationDate == nil { metadata.creationDate = .sinceEpoch }
        return metadata
    }
}

extension Duration {
    /// How long ago 1970 began: the wall clock, which only a file's date comes from.
    fileprivate static var sinceEpoch: Duration {
        var time = timespec()
        // SAFETY: the call fills in a local; with this clock it can't fail.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
