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

    /// The metadata with a date.
    var datedMetadata: MovieMetadata {
        var metadata = settings.value.metadata
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
